import { existsSync, readFileSync } from 'node:fs';
import { parse } from 'smol-toml';
import { z } from 'zod';
import { hemline, type Project } from './paths.ts';

const email = z.object({
  double_confirm_changes: z.boolean(),
  secure_password_change: z.boolean(),
  max_frequency: z.string().regex(/^\d+s$/),
  otp_expiry: z.int(),
});

const schema = z.object({
  api: z.object({ schemas: z.array(z.string()), max_rows: z.int() }),
  auth: z.object({
    jwt_expiry: z.int(),
    minimum_password_length: z.int(),
    enable_anonymous_sign_ins: z.boolean(),
    email,
  }),
  storage: z.object({ file_size_limit: z.string().default('50MiB') }),
});

export type Config = z.infer<typeof schema>;

/** The settings of the project's config.toml that the embedded stack uses; those of this repository if it has none. */
export function readConfig({ config }: Project): Config {
  const file = existsSync(config) ? config : hemline.config;
  return schema.parse(parse(readFileSync(file, 'utf8')));
}
