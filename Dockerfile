# The site: one Node process, not root. Build: docker build -t hemline . — what it reads: docs/environment.md
FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY . .
# The image has a Node of its own; sharp's binaries are packages, so no script has to run.
RUN node scripts/run.mjs build && npm prune --omit=dev --ignore-scripts && rm -rf node_modules/node-linux-*

FROM node:24-slim
ENV NODE_ENV=production HOST=0.0.0.0 HEMLINE_IMAGE_CACHE=/tmp/hemline-images
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY --from=build /app/src ./src
COPY --from=build /app/supabase/functions/_shared ./supabase/functions/_shared
USER node
EXPOSE 4321
HEALTHCHECK CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 4321}/healthz`).then((it) => process.exit(it.ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
CMD ["node", "src/server/main.ts"]
