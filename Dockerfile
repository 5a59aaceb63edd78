# The site: one Node process, not root. Build: docker build -t hemline . — what it reads: docs/environment.md
FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY tools/demo-pictures/package.json tools/demo-pictures/
RUN npm ci --ignore-scripts
COPY . .
# sharp's binaries are packages, so no script has to run; the image has a Node of its own.
RUN node scripts/run.mjs build && node scripts/run.mjs pack /site --without-node

FROM node:24-slim
ENV NODE_ENV=production HOST=0.0.0.0 HEMLINE_IMAGE_CACHE=/tmp/hemline-images
WORKDIR /app
COPY --from=build /site ./
USER node
EXPOSE 4321
HEALTHCHECK CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 4321}/healthz`).then((it) => process.exit(it.ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
CMD ["node", "src/server/main.ts"]
