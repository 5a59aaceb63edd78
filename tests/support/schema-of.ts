import postgres from 'postgres';

/** The privileges of an object in a normalized order. */
const privileges = (acl: string, kind: string, owner: string): string => `(
  select string_agg(format('%s %s%s by %s', coalesce(role.rolname, 'public'), privilege_type,
    case when is_grantable then '*' end, grantor::regrole), ', '
    order by role.rolname nulls first, privilege_type, grantor)
  from aclexplode(coalesce(${acl}, acldefault('${kind}', ${owner}))) a
  left join pg_roles role on role.oid = a.grantee)`;

/** Everything that migrations create, one line each, sorted by name. */
const parts = `
  with ours as (select * from pg_namespace where nspname in ('public', 'office', 'private'))
  select format('schema %s of %s %s: %s', nspname, nspowner::regrole, ${privileges('nspacl', 'n', 'nspowner')},
    obj_description(oid, 'pg_namespace')) as line
    from pg_namespace where nspname in ('public', 'office', 'private', 'extensions')
  union all select format('relation %s.%s %s %s of %s rls %s %s options %s %s: %s', nspname, relname, relkind,
    relpersistence, relowner::regrole, relrowsecurity, relforcerowsecurity, reloptions,
    ${privileges('relacl', 'r', 'relowner')}, obj_description(c.oid, 'pg_class'))
    from pg_class c join ours on ours.oid = relnamespace where relkind <> 'S'
  union all select format('sequence %s %s %s', s.seqrelid::regclass, to_jsonb(s) - '{seqrelid}'::text[],
    ${privileges('relacl', 's', 'relowner')})
    from pg_sequence s join pg_class c on c.oid = seqrelid join ours on ours.oid = relnamespace
  union all select format('view %s %s', c.oid::regclass, pg_get_viewdef(c.oid))
    from pg_class c join ours on ours.oid = relnamespace where relkind in ('v', 'm')
  union all select format('column %s.%s number %s %s %s collation %s %s %s %s, %s: %s', attrelid::regclass, attname,
    row_number() over (partition by attrelid order by attnum), format_type(atttypid, atttypmod), attnotnull,
    attcollation::regcollation, attidentity, attgenerated, pg_get_expr(adbin, adrelid),
    case when attacl is not null then ${privileges('attacl', 'c', 'relowner')} end, col_description(attrelid, attnum))
    from pg_attribute a join pg_class c on c.oid = attrelid join ours on ours.oid = relnamespace
    left join pg_attrdef d on d.adrelid = attrelid and d.adnum = attnum
    where attnum > 0 and not attisdropped and relkind <> 'i'
  union all select format('constraint %s %s %s valid %s: %s', conrelid::regclass, conname,
    pg_get_constraintdef(c.oid), convalidated, obj_description(c.oid, 'pg_constraint'))
    from pg_constraint c join ours on ours.oid = connamespace
  union all select format('index %s valid %s: %s', pg_get_indexdef(indexrelid), indisvalid,
    obj_description(indexrelid, 'pg_class'))
    from pg_index join pg_class c on c.oid = indexrelid join ours on ours.oid = relnamespace
  union all select format('function %s of %s cost %s rows %s %s: %s', pg_get_functiondef(p.oid), proowner::regrole,
    procost, prorows, ${privileges('proacl', 'f', 'proowner')}, obj_description(p.oid, 'pg_proc'))
    from pg_proc p join ours on ours.oid = pronamespace where prokind in ('f', 'p')
  union all select format('trigger %s %s: %s', tgenabled, pg_get_triggerdef(t.oid),
    obj_description(t.oid, 'pg_trigger'))
    from pg_trigger t join pg_class c on c.oid = tgrelid join pg_namespace n on n.oid = relnamespace
    where not tgisinternal and nspname in ('public', 'office', 'private', 'auth', 'storage')
  union all select format('policy %s.%s %s %s %s %s using %s check %s', schemaname, tablename, policyname,
    permissive, roles, cmd, qual, with_check) from pg_policies
  union all select format('type %s of %s %s %s: %s', t.oid::regtype, typowner::regrole,
      (select array_agg(enumlabel order by enumsortorder) from pg_enum where enumtypid = t.oid),
      ${privileges('typacl', 'T', 'typowner')}, obj_description(t.oid, 'pg_type'))
    from pg_type t join ours on ours.oid = typnamespace where typtype in ('e', 'd', 'c')
  union all select format('extension %s in %s', extname, extnamespace::regnamespace) from pg_extension
  union all select format('publication %s all tables %s', pubname, puballtables) from pg_publication
  union all select format('published in %s: %s.%s', pubname, schemaname, tablename) from pg_publication_tables
  union all select format('defaults %s %s %s %s', defaclrole::regrole, defaclnamespace::regnamespace,
    defaclobjtype, ${privileges('defaclacl', 'r', 'defaclrole')}) from pg_default_acl
  union all select format('setting %s %s', setrole::regrole, setconfig) from pg_db_role_setting
  order by 1`;

/** The schema of a database as lines of text, the same for the same schema. */
export function schemaOf(dbUrl: string): Promise<string[]> {
  return lines(dbUrl, () => Promise.resolve(parts));
}

/** All rows of the shop's tables, the buckets and the scheduled jobs, without timestamps. */
export function rowsOf(dbUrl: string): Promise<string[]> {
  return lines(dbUrl, async (sql) => {
    const tables = await sql<{ name: string }[]>`
      select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = relnamespace
      -- A migration that adds a row to a table is in the trail of the databases that it changed.
      where relkind = 'r' and relname <> 'audit_log' and (nspname in ('public', 'office', 'private')
        or format('%s.%s', nspname, relname) in ('storage.buckets', 'cron.job'))`;
    const each = tables.map(
      ({ name }) =>
        `select format('%s %s', '${name}', to_jsonb(t) - '{created_at,updated_at}'::text[]) as line from ${name} t`,
    );
    return `${each.join(' union all ')} order by 1`;
  });
}

async function lines(
  dbUrl: string,
  queryFor: (sql: postgres.Sql) => Promise<string>,
): Promise<string[]> {
  const sql = postgres(dbUrl, { max: 1, onnotice: () => undefined });
  try {
    const rows = await sql.unsafe<{ line: string }[]>(await queryFor(sql));
    return rows.map(({ line }) => line);
  } finally {
    await sql.end();
  }
}
