import { at, type Place, type RemotePage } from './remote-page.ts';

/** Who and what one telling of the story is about. */
export interface Cast {
  customer: { email: string; password: string };
  garment: { _id: string; title: string; price: number; category: { _id: string } };
  /** The newest mail to an address. */
  mailTo: (address: string) => Promise<string | undefined>;
}

/** What is done, and expected, in a browser of any kind. */
export type Step = readonly [name: string, act: (page: RemotePage) => Promise<void>];

export const main = at('main');
export const button = (name: string | RegExp, inside?: Place) => at('button', name, inside);

export async function login(
  page: RemotePage,
  path: string,
  email: string,
  password: string,
): Promise<void> {
  await page.open(path);
  await page.fill('Email', email, main);
  await page.fill('Password', password, main);
  await page.press(button('Login', main));
}
