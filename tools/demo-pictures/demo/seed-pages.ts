import { contactMessages, faqs } from './faqs.ts';
import { ago, insert, text } from './sql.ts';
import { productId } from './seed-catalogue.ts';
import { stableId } from './stable-id.ts';

const returnAddress = 'Hemline Returns\nMill Lane\nHebden Bridge\nEngland';

/** The advertisement of the home page, the questions, where returns go, and two messages that wait for an answer. */
export function pagesSql(): string {
  const questions = faqs.map(({ slug, question, answer }, index) => [
    text(stableId(`faq/${slug}`)),
    text(question),
    text(answer),
    String(index + 1),
  ]);
  const written = contactMessages.map(({ slug, product, hours, ...it }) => [
    text(stableId(`contact/${slug}`)),
    ...[it.firstname, it.lastname, it.email, it.message].map(text),
    product === null ? 'null' : text(productId(product)),
    ago(hours, 'hours'),
  ]);
  const advertisement = [
    text(stableId('advertisement/mended')),
    ...['Made to be mended', '/about', 'How we make our clothes'].map(text),
    ago(40, 'days'),
  ];
  return [
    '-- The home page’s advertisement, the questions, the inbox.',
    insert(
      'public.advertisements',
      ['id', 'headline', 'link', 'link_text', 'created_at'],
      [advertisement],
    ),
    `update public.shop_settings set value = to_jsonb(${text(returnAddress)}::text) where name = 'return_address';\n`,
    insert('public.faqs', ['id', 'question', 'answer', 'position'], questions),
    insert(
      'public.contact_messages',
      ['id', 'firstname', 'lastname', 'email', 'message', 'product_id', 'created_at'],
      written,
    ),
  ].join('\n');
}
