import postgres from 'postgres';

/** Everything that migrations make, a line each, in an order that depends on nothing but names. */
const parts = `
  with ours as (select oid, nspname from pg_namespace where nspname in ('public', 'private'))
  select format('schema %s %s', nspname, nspacl) as line from pg_namespace where nspname in ('public', 'private')
  union all select format('relation %s.%s %s rls %s %s %s: %s', nspname, relname, relkind, relrowsecurity,
    relforcerowsecurity, relacl, obj_description(c.oid, 'pg_class'))
    from pg_class c join ours on ours.oid = relnamespace
  union all select format('view %s %s', c.oid::regclass, pg_get_viewdef(c.oid))
    from pg_class c join ours on ours.oid = relnamespace where relkind in ('v', 'm')
  union all select format('column %s.%s %s %s %s %s %s %s: %s', attrelid::regclass, attname,
    format_type(atttypid, atttypmod), attnotnull, attidentity, attgenerated,
    pg_get_expr(adbin, adrelid), attacl, col_description(attrelid, attnum))
    from pg_attribute a join pg_class c on c.oid = attrelid join ours on ours.oid = relnamespace
    left join pg_attrdef d on d.adrelid = attrelid and d.adnum = attnum
    where attnum > 0 and not attisdropped
  union all select format('constraint %s %s %s', conrelid::regclass, conname, pg_get_constraintdef(c.oid))
    from pg_constraint c join ours on ours.oid = connamespace
  union all select format('index %s', pg_get_indexdef(indexrelid))
    from pg_index join pg_class c on c.oid = indrelid join ours on ours.oid = relnamespace
  union all select format('function %s %s: %s', pg_get_functiondef(p.oid), proacl, obj_description(p.oid, 'pg_proc'))
    from pg_proc p join ours on ours.oid = pronamespace where prokind in ('f', 'p')
  union all select format('trigger %s %s', tgenabled, pg_get_triggerdef(t.oid))
    from pg_trigger t join pg_class c on c.oid = tgrelid join ours on ours.oid = relnamespace
    where not tgisinternal
  union all select format('policy %s.%s %s %s %s %s using %s check %s', schemaname, tablename, policyname,
    permissive, roles, cmd, qual, with_check) from pg_policies
  union all select format('type %s %s', t.oid::regtype,
      (select array_agg(enumlabel order by enumsortorder) from pg_enum where enumtypid = t.oid))
    from pg_type t join ours on ours.oid = typnamespace where typtype in ('e', 'd')
  union all select format('extension %s in %s', extname, extnamespace::regnamespace) from pg_extension
  union all select format('defaults %s %s %s %s', defaclrole::regrole, defaclnamespace::regnamespace,
    defaclobjtype, defaclacl) from pg_default_acl
  union all select format('setting %s %s', setrole::regrole, setconfig) from pg_db_role_setting
  union all select format('bucket %s', to_jsonb(b) - '{created_at,updated_at}'::text[]) from storage.buckets b
  order by 1`;

/** The schema of a database as lines of text, the same for the same schema. */
export async function schemaOf(dbUrl: string): Promise<string[]> {
  const sql = postgres(dbUrl, { max: 1, onnotice: () => undefined });
  try {
    const rows = await sql.unsafe<{ line: string }[]>(parts);
    return rows.map(({ line }) => line);
  } finally {
    await sql.end();
  }
}
