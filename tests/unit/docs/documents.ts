import { glob, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '../../..');

export interface Document {
  /** Relative to the repository. */
  path: string;
  text: string;
  /** Lines of its shell blocks, without what a backslash breaks. */
  commands: string[];
}

/** What is not ours, or made by tools. */
export const foreign = [
  'node_modules/**',
  'dist/**',
  'supabase/.temp/**',
  'test-results/**',
  'screenshots/**',
];

/** Everything written for people in this repository. */
export async function readDocuments(): Promise<Document[]> {
  const documents: Document[] = [];
  for await (const path of glob(['**/*.md', '.github/**/*.md'], { cwd: root, exclude: foreign })) {
    const text = await readFile(join(root, path), 'utf8');
    const blocks = [...text.matchAll(/^```sh\n(.*?)^```/gms)].map(([, block = '']) => block);
    const commands = blocks.flatMap((it) => it.replaceAll('\\\n', ' ').split('\n').filter(Boolean));
    documents.push({ path, text, commands });
  }
  return documents.sort((a, b) => a.path.localeCompare(b.path));
}

/** As GitHub names a heading in an address. */
export function anchorsOf(text: string): string[] {
  return [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
