import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from './settings.ts';
import { bin, runTool } from './tool.ts';

const { values, positionals: asked } = parseArgs({
  options: { 'supabase-js': { type: 'string' } },
  allowPositionals: true,
});
const checkout = values['supabase-js'];

/** The measurements of docs/figures.md. `table` begins the last output of the command, which is shown. */
const parts = [
  {
    name: 'bench',
    title: 'Speed',
    text: 'Each page beside a plain Node server that sends the same bytes; the other figures are of this machine.',
    script: 'tools/bench/bench.ts',
    args: ['--peer'],
    table: /^\| What /m,
  },
  {
    name: 'judge',
    title: 'Third-party checks',
    text: 'Known findings stay for the reasons in [judged.md](judged.md).',
    script: 'tools/judge/judge.ts',
    args: checkout ? ['--supabase-js', checkout] : [],
    table: /^Tool +Version/m,
  },
  {
    name: 'prove',
    title: 'The proof of checkout',
    text: 'The promises behind it are in [proof.md](proof.md).',
    script: 'tools/prove/prove.ts',
    args: [],
    table: /^What was tried/m,
  },
];

const file = join(root, 'docs/figures.md');
const head = `# Figures

Each table is what its command printed, on one machine and one day. \`npm run figures\` runs the three commands, which takes two hours,
and writes this page; \`npm run figures -- prove\` runs one of them. \`--supabase-js <folder>\` is passed to \`npm run judge\`. Speed differs
between machines and hours: compare ratios.
`;
const machine = `${availableParallelism()} cores (${cpus()[0]?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}`;
const version = (
  JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
).version;

/** The section that is on the page already. */
function earlier(title: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
      .split(/^(?=## )/m)
      .find((it) => it.startsWith(`## ${title}\n`));
  } catch {
    return undefined;
  }
}

for (const { name, title, text, script, args, table } of parts) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  const { ok, output } = await runTool(join(root, script), args, { show: true });
  if (!ok) process.exitCode = 1;
  const [found] = output
    .split(/\n(?:Total time:|Stopping)/, 1)
    .map((it) => it.slice(it.search(table)));
  if (!table.test(found ?? '')) throw new Error(`${name} printed no table.`);
  const shown = found?.startsWith('|') ? found.trim() : `\`\`\`text\n${found?.trim()}\n\`\`\``;
  const named = args.map((it) => (it === checkout ? '<folder>' : it));
  const command = ['npm run', name, ...(named.length > 0 ? ['--', ...named] : [])].join(' ');
  const when = new Date().toISOString().slice(0, 10);
  const section = `## ${title}\n\n${text} \`${command}\`, ${when}, Hemline ${version}, ${machine}:\n\n${shown}\n`;
  const sections = parts.map((it) => (it.title === title ? section : earlier(it.title)));
  writeFileSync(file, [head, ...sections.filter((it) => it !== undefined)].join('\n'));
  await runTool(bin('prettier', 'prettier'), ['--write', file]);
}
