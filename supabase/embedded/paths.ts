import { join, resolve } from 'node:path';

/** Absolute path of the repository. */
export const repository = resolve(import.meta.dirname, '../..');

/** The paths of a Supabase project; tests use another one. */
export interface Project {
  config: string;
  migrations: string;
  functions: string;
  seed: string;
  images: string;
}

export const hemline: Project = projectIn(join(repository, 'supabase'));

export function projectIn(folder: string): Project {
  return {
    config: join(folder, 'config.toml'),
    migrations: join(folder, 'migrations'),
    functions: join(folder, 'functions'),
    seed: join(folder, 'seed.sql'),
    images: join(folder, 'images'),
  };
}
