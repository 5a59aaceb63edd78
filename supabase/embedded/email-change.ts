import type { Sql } from './bootstrap.ts';

/**
 * Without confirmations a hosted project changes an address at once; Lite only sends a mail.
 * @param answer Lite's answer to `PUT /auth/v1/user`: the person, with the wish as `new_email`.
 */
export async function applyEmailChange(sql: Sql, answer: Response): Promise<Response> {
  if (!answer.ok) return answer;
  const { new_email: wish, ...person } = (await answer.json()) as {
    id: string;
    new_email?: string;
    email?: string;
  };
  if (!wish) return Response.json(person);
  // One statement and no `begin`: the driver ends this process when a connection dies within one.
  await sql`
    with changed as (
      update auth.users set email = ${wish}, email_change = '', email_change_token_new = '',
        email_change_token_current = '', email_change_sent_at = null, updated_at = now()
      where id = ${person.id}
    )
    update auth.identities
    set identity_data = identity_data || jsonb_build_object('email', ${wish}::text), updated_at = now()
    where user_id = ${person.id} and provider = 'email'`;
  return Response.json({ ...person, email: wish });
}
