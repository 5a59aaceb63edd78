import { contactMessages, faqs } from './faqs.ts';
import { ago, insert, text } from './sql.ts';
import { texts } from './texts.ts';
import { productId } from './seed-catalogue.ts';
import { stableId } from './stable-id.ts';

const settings = {
  shop_name: 'Hemline',
  seller_name: 'Hemline Ltd.',
  seller_address: 'Mill Lane\nHebden Bridge\nEngland',
  shop_email: 'hello@hemline.example',
  shop_phone: '+1 555 010 0142',
  shop_description:
    'A small clothing house with its own mill in Hebden Bridge. Our clothes are cut and sewn there, for wearing often and mending once.',
  shop_social_links:
    'https://www.instagram.com/\nhttps://www.facebook.com/\nhttps://www.pinterest.com/',
  return_address: 'Hemline Returns\nMill Lane\nHebden Bridge\nEngland',
};

/** Who the shop is, and where returns go. */
export const shopSql = (): string =>
  [
    '-- Who the shop is.',
    ...Object.entries(settings).map(
      ([name, value]) =>
        `update public.shop_settings set value = to_jsonb(${text(value)}::text) where name = '${name}';`,
    ),
    "update public.shop_settings set value = 'true' where name = 'shop_open';",
    '',
  ].join('\n');

/** What "Remove the demo" takes away; the shop's own bank account is set with its companies. */
export const noteDemoSql = `select private.note_demo(array[${[...Object.keys(settings), 'bank_account'].map(text).join(', ')}]);`;

/** The texts of pages, the advertisement of the home page, the questions, and two messages that wait for an answer. */
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
  const pages = texts.map(
    ({ slug, description, content }) =>
      `update public.pages set published = true, description = ${text(description)}, body = ${text(JSON.stringify({ type: 'doc', content }))}\nwhere slug = '${slug}';`,
  );
  return [
    '-- The texts of the shop’s pages.',
    ...pages,
    "update public.pages set version = 1, saved_by = '';",
    'truncate public.page_versions;',
    '',
    '-- The home page’s advertisement, the questions, the inbox.',
    insert(
      'public.advertisements',
      ['id', 'headline', 'link', 'link_text', 'created_at'],
      [advertisement],
    ),
    insert('public.faqs', ['id', 'question', 'answer', 'position'], questions),
    insert(
      'public.contact_messages',
      ['id', 'firstname', 'lastname', 'email', 'message', 'product_id', 'created_at'],
      written,
    ),
  ].join('\n');
}
