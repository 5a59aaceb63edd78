import { z } from 'zod';
import type { Call } from '../call.ts';

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

function escape(text: string): string {
  return text.replace(/[&<>]/g, (character) => escapes[character] ?? character);
}

function schemaBlock(title: string, schema: z.ZodType | undefined, io: 'input' | 'output') {
  if (!schema) return '';
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return `<h3>${title}</h3><pre>${escape(JSON.stringify(json, null, 2))}</pre>`;
}

const groupOf = ({ path }: Call) => path.split('/')[1] ?? '';
const accessLabels = {
  anyone: '',
  shopper: ' · customer or visitor',
  customer: ' · customer',
  admin: ' · administrator',
};

function callBlock({ method, path, summary, access, body, query, reply, errors }: Call): string {
  return `<details><summary><b>${method}</b> <code>${escape(path.replace(/:(\w+)/g, '{$1}'))}</code> ${escape(summary)}<i>${accessLabels[access]}</i></summary>
${schemaBlock('Query', query, 'input')}${schemaBlock('Body', body, 'input')}${schemaBlock('Response', reply, 'output')}
${errors ? `<h3>Error codes</h3><p><code>${escape(errors.join(', '))}</code></p>` : ''}</details>`;
}

const style = `body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1d1d1b;background:#faf8f4}
h2{margin-top:2.5rem;text-transform:capitalize;border-bottom:1px solid #d9d3c7}summary{cursor:pointer;padding:.4rem 0}
b{display:inline-block;min-width:4.5rem;font-size:.8rem}i{color:#6b6457}pre{background:#f0ece4;padding:1rem;overflow:auto;font-size:.85rem}`;

/** The API reference as plain HTML, without scripts or external resources. */
export function docsPage(calls: readonly Call[], shop: string): string {
  const groups = [...new Set(calls.map(groupOf))];
  const sections = groups.map((name) => {
    const members = calls.filter((it) => groupOf(it) === name);
    return `<h2>${escape(name)}</h2>${members.map(callBlock).join('')}`;
  });
  const title = `${escape(shop)} API`;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><style>${style}</style></head>
<body><main><h1>${title}</h1><p>Paths are relative to <code>/api/v1</code>. Errors are <code>{ message, code, issues? }</code>.
Also available as <a href="openapi.json">OpenAPI 3.1</a>.</p>${sections.join('')}</main></body></html>`;
}
