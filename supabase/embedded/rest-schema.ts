import type { IntrospectResult } from '@supabase/lite';

const parts = new WeakMap<IntrospectResult, Map<string, IntrospectResult>>();

/**
 * What one schema has. Supabase Lite 0.10.0 finds tables by their name alone, so that `public.users` would have the columns and
 * relations of `auth.users` too.
 */
export function schemaPart(whole: IntrospectResult, schema: string): IntrospectResult {
  const known = parts.get(whole) ?? new Map<string, IntrospectResult>();
  parts.set(whole, known);
  const part = known.get(schema) ?? cut(whole, schema);
  known.set(schema, part);
  return part;
}

function cut(whole: IntrospectResult, schema: string): IntrospectResult {
  const inSchema = (it: { schema?: string }): boolean => (it.schema ?? 'public') === schema;
  const [tables, views] = [whole.tables.filter(inSchema), whole.views.filter(inSchema)];
  const rows = new Set([...tables, ...views].map(({ name }) => name));
  return {
    ...whole,
    tables,
    views,
    columns: whole.columns.filter(inSchema),
    indexes: whole.indexes.filter(inSchema),
    primary_keys: whole.primary_keys.filter(inSchema),
    unique_constraints: whole.unique_constraints.filter(inSchema),
    foreign_keys: whole.foreign_keys.filter(
      (it) => inSchema(it) && (schemaOfTarget(it.fk_def) ?? schema) === schema,
    ),
    functions: callable((whole.functions ?? []).filter(inSchema), rows),
  };
}

/** The schema that a foreign key names; none if it is in the search path. */
const schemaOfTarget = (definition = ''): string | undefined =>
  /REFERENCES "?(\w+)"?\./.exec(definition)?.[1];

type Functions = NonNullable<IntrospectResult['functions']>;

/** PostgREST calls a function whose parameter has no name with a body of one of these types; others it does not know. */
const bodies = ['json', 'jsonb', 'text', 'xml', 'bytea'];

/** Those of a row are computed columns and relations. */
function callable(functions: Functions, rows: Set<string>): Functions {
  return functions.filter(({ arg_types: [type = '', ...more], arg_names: names }) => {
    const isUnnamed = type !== '' && more.length === 0 && names.length === 0;
    return !isUnnamed || bodies.includes(type) || rows.has(type.replaceAll('"', ''));
  });
}
