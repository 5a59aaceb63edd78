import { join, resolve } from 'node:path';

/** The repository, whatever the working directory of the caller is. */
export const repository = resolve(import.meta.dirname, '../..');

/** What a Supabase project is made of; tests point this at a folder of their own. */
export interface Project {
  migrations: string;
  functions: string;
  seed: string;
  images: string;
}

export const hemline: Project = projectIn(join(repository, 'supabase'));

export function projectIn(folder: string): Project {
  return {
    migrations: join(folder, 'migrations'),
    functions: join(folder, 'functions'),
    seed: join(folder, 'seed.sql'),
    images: join(folder, 'images'),
  };
}
