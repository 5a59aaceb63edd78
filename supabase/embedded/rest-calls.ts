import type { AnyAST, FunctionInfo, IntrospectResult } from '@supabase/lite';
import type { Sql } from './bootstrap.ts';

/** A parsed request as Supabase Lite 0.10.0 has to see it, so that it does what PostgREST does. */
export async function correctRequest(
  ast: AnyAST,
  schema: IntrospectResult,
  sql: Sql,
): Promise<AnyAST> {
  // Up to the largest answer, which local data seldom exceeds, PostgREST's estimate is exact.
  if (ast.$meta?.count === 'estimated') ast.$meta.count = 'exact';
  if (ast.type !== 'rpc') {
    if (ast.from) rejectAmbiguousJoins(ast.from, ast, schema);
    return ast;
  }
  rejectComputedColumn(ast, schema);
  return isObject(ast.args) ? withArguments(ast, schema, sql) : ast;
}

interface Embedding {
  join?: Record<string, { from?: string; hint?: string }>;
  select?: unknown[];
}

/** Lite would take the name that a request gives to a relation for the column that it means. */
function rejectAmbiguousJoins(table: string, node: Embedding, schema: IntrospectResult): void {
  for (const [alias, { from = alias, hint }] of Object.entries(node.join ?? {})) {
    const keys = schema.foreign_keys.filter((it) => it.table === table && it.ref_table === from);
    const names = [...new Set(keys.map((it) => it.foreign_key_name))].sort();
    if (hint === undefined && from !== alias && names.length > 1) {
      const shown = names.map((name) => `'${from}!${name}'`).join(', ');
      throw postgrestError(300, {
        code: 'PGRST201',
        message: `Could not embed because more than one relationship was found for '${table}' and '${from}'`,
        details: keys
          .sort((one, other) => one.foreign_key_name.localeCompare(other.foreign_key_name))
          .map((it) => ({
            cardinality: 'many-to-one',
            embedding: `${table} with ${from}`,
            relationship: `${it.foreign_key_name} using ${table}(${it.column}) and ${from}(${it.ref_column})`,
          })),
        hint: `Try changing '${from}' to one of the following: ${shown}. Find the desired relationship in the 'details' key.`,
      });
    }
    for (const item of node.select ?? []) {
      if (isObject(item) && isObject(item[alias])) rejectAmbiguousJoins(from, item[alias], schema);
    }
  }
}

/**
 * Arguments of a function as Postgres takes them: Lite would write an object for a row as text, and look for a parameter that is
 * called `''` where PostgREST means the one without a name.
 */
async function withArguments(
  ast: AnyAST,
  { functions = [], tables, views }: IntrospectResult,
  sql: Sql,
): Promise<AnyAST> {
  const overloads = functions.filter((it) => it.name === ast.function);
  const given = Object.entries(ast.args as Record<string, unknown>);
  const [first] = given;
  if (given.length === 1 && first?.[0] === '') {
    const type = overloads.find(isUnnamed)?.arg_types[0];
    const value = type === 'text' ? String(first[1]) : first[1];
    return type === undefined
      ? ast
      : { ...ast, args: [value], paramsType: 'positional', inputType: 'text' };
  }
  rejectAmbiguous(
    overloads,
    given.map(([name]) => name),
  );
  const rows = new Set([...tables, ...views].map(({ name }) => name));
  const args = Object.fromEntries(given);
  for (const [name, value] of given) {
    const types = overloads.map((it) => it.arg_types[it.arg_names.indexOf(name)]);
    const type = types.find((it) => it !== undefined && rows.has(it.replaceAll('"', '')));
    if (type === undefined || !isObject(value)) continue;
    const [row] = await sql.unsafe<{ text: string }[]>(
      `select jsonb_populate_record(null::${type}, $1::text::jsonb)::text as text`,
      [JSON.stringify(value)],
    );
    args[name] = row?.text;
  }
  return { ...ast, args };
}

/** A function of a row is a computed column and cannot be called; Lite would propose a function with another name. */
function rejectComputedColumn(ast: AnyAST, { functions = [] }: IntrospectResult): void {
  const overloads = functions.filter((it) => it.name === ast.function);
  const bodies = ['json', 'jsonb', 'text', 'xml', 'bytea'];
  const isColumn = (it: FunctionInfo) => isUnnamed(it) && !bodies.includes(it.arg_types[0] ?? '');
  if (overloads.length === 0 || !overloads.every(isColumn)) return;
  const name = `${overloads[0]?.schema}.${ast.function}`;
  const names = isObject(ast.args) ? Object.keys(ast.args) : [];
  const parameters =
    names.length === 0
      ? 'without parameters'
      : `with parameter${names.length > 1 ? 's' : ''} ${names.sort().join(', ')}`;
  throw postgrestError(404, {
    code: 'PGRST202',
    message: `Could not find the function ${name}${names.length === 0 ? ' without parameters' : `(${names.join(', ')})`} in the schema cache`,
    details: `Searched for the function ${name} ${parameters} or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache.`,
  });
}

const isUnnamed = (it: FunctionInfo): boolean =>
  it.arg_types.length === 1 && it.arg_names.length === 0;

/** Lite would name those that do not fit, too. */
function rejectAmbiguous(overloads: FunctionInfo[], given: string[]): void {
  if (given.length === 0) return;
  const fitting = overloads.filter(
    ({ arg_names: names, arg_defaults: defaults }) =>
      given.every((name) => names.includes(name)) &&
      names.slice(0, names.length - defaults).every((name) => given.includes(name)),
  );
  if (fitting.length < 2) return;
  const shown = fitting.map(({ schema, name, arg_names: names, arg_types: types }) => {
    return `${schema}.${name}(${names.map((it, n) => `${it} => ${types[n]}`).join(', ')})`;
  });
  throw postgrestError(300, {
    code: 'PGRST203',
    message: `Could not choose the best candidate function between: ${shown.sort().join(', ')}`,
    hint: 'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
  });
}

/** The largest number of rows that a request may change; null without a limit. */
function maxAffected(prefer: string): number | null {
  const [, most] = /(?:^|[,\s])max-affected=(\d+)/.exec(prefer) ?? [];
  return most !== undefined && prefer.includes('handling=strict') ? Number(most) : null;
}

/**
 * The answer of a function as PostgREST gives it: Lite obeys `max-affected` for tables only, and refuses a row that a filter
 * leaves out. @throws if the function changed too many rows, so that nothing stays
 */
export async function correctAnswer(
  response: Response,
  prefer: string,
  accept = '*/*',
): Promise<Response> {
  const most = maxAffected(prefer);
  const isMissing = response.status === 406 && !accept.includes('vnd.pgrst.object');
  if (!isMissing && (most === null || !response.ok || response.body === null)) return response;
  const body: unknown = await response.clone().json();
  if (isMissing) {
    const { code, details } = body as { code?: string; details?: string };
    const isNull = code === 'PGRST116' && details === 'The result contains 0 rows';
    return isNull ? Response.json(null) : response;
  }
  if (most === null || !Array.isArray(body) || body.length <= most) return response;
  throw postgrestError(400, {
    code: 'PGRST124',
    message: 'Query result exceeds max-affected preference constraint',
    details: `The query affects ${body.length} rows`,
  });
}

/** An error that becomes this answer, as one raised in SQL would. */
function postgrestError(
  status: number,
  {
    message,
    ...rest
  }: { code: string; message: string; details?: string | object[]; hint?: string },
): Error {
  return Object.assign(new Error(message), {
    code: 'PGRST',
    message: JSON.stringify({ details: null, hint: null, message, ...rest }),
    detail: JSON.stringify({ status, headers: {} }),
  });
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
