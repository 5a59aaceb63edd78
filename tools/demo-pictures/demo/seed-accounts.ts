import { administrator, customers, type Person } from './people.ts';
import { ago, insert, text } from './sql.ts';
import { stableId } from './stable-id.ts';

export const personId = (person: Person) => stableId(`person/${person.email}`);

function metadata(person: Person): string {
  const { firstname, lastname, phone, country, state, postcode, address, city } = person;
  const fields = { firstname, lastname, phone, country, state, postcode, address, city };
  return `${text(JSON.stringify(fields))}::jsonb`;
}

const crypt = (person: Person) => {
  const password =
    person.password === undefined ? 'gen_random_uuid()::text' : text(person.password);
  return `extensions.crypt(${password}, extensions.gen_salt('bf'))`;
};

const userColumns = [
  'id',
  'aud',
  'role',
  'email',
  'encrypted_password',
  'email_confirmed_at',
  'confirmation_token',
  'recovery_token',
  'email_change',
  'email_change_token_new',
  'raw_app_meta_data',
  'raw_user_meta_data',
  'created_at',
  'updated_at',
];

const identityColumns = [
  'id',
  'provider_id',
  'user_id',
  'identity_data',
  'provider',
  'last_sign_in_at',
  'created_at',
  'updated_at',
];

function user(person: Person): string[] {
  const since = ago(person.age, 'days');
  return [
    text(personId(person)),
    "'authenticated'",
    "'authenticated'",
    text(person.email),
    crypt(person),
    since,
    "''",
    "''",
    "''",
    "''",
    `'{"provider": "email", "providers": ["email"]}'::jsonb`,
    metadata(person),
    since,
    since,
  ];
}

function identity(person: Person): string[] {
  const id = personId(person);
  const data = { sub: id, email: person.email, email_verified: true, phone_verified: false };
  const since = ago(person.age, 'days');
  return [
    text(stableId(`identity/${person.email}`)),
    text(id),
    text(id),
    `${text(JSON.stringify(data))}::jsonb`,
    "'email'",
    since,
    since,
    since,
  ];
}

/** Hosted GoTrue finds users by instance_id, a column that Supabase Lite does not have. */
const instance = `do $$
begin
  if exists (
    select from information_schema.columns
    where table_schema = 'auth' and table_name = 'users' and column_name = 'instance_id'
  ) then
    execute 'update auth.users set instance_id = ''00000000-0000-0000-0000-000000000000''
      where instance_id is null';
  end if;
end
$$;
`;

export function accountsSql(): string {
  const people = [administrator, ...customers];
  const admin = text(personId(administrator));
  return [
    '-- Demo accounts. Their passwords are public: delete those who can sign in before you open a shop.',
    insert('auth.users', userColumns, people.map(user)),
    insert('auth.identities', identityColumns, people.map(identity)),
    instance,
    insert(
      'public.administrators',
      ['id', 'firstname', 'email'],
      [[admin, text(administrator.firstname), text(administrator.email)]],
    ),
    '-- An administrator is not a customer.',
    `delete from public.profiles where id = ${admin};\n`,
    '-- The trigger stamps a profile with the moment of the insert; members joined earlier.',
    `update public.profiles p set created_at = u.created_at from auth.users u where u.id = p.id;\n`,
  ].join('\n');
}
