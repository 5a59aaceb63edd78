import { expect, test } from 'vitest';
import { readEnvironment } from '../../../src/server/environment.ts';

const complete = {
  SITE_URL: 'https://hemline.example/',
  PORT: '8080',
  SUPABASE_URL: 'http://127.0.0.1:54321',
  SUPABASE_ANON_KEY: 'anon',
  SITE_SECRET: 'secret',
};

test('a complete environment is read, addresses without a trailing slash', () => {
  expect(readEnvironment(complete)).toMatchObject({
    siteUrl: 'https://hemline.example',
    port: 8080,
    host: '127.0.0.1',
    supabaseUrl: 'http://127.0.0.1:54321',
  });
});

test('everything that is missing or malformed is named at once', () => {
  const read = () => readEnvironment({ SUPABASE_URL: 'ftp://db', PORT: 'many' });
  expect(read).toThrow(/SUPABASE_URL is not an http address/);
  expect(read).toThrow(/PORT is not a port/);
  expect(read).toThrow(/SUPABASE_ANON_KEY is missing/);
  expect(read).toThrow(/SITE_SECRET is missing/);
});
