import { describe } from 'vitest';

export const desk = { name: 'desk', width: 1440, height: 900 };
export const phone = { name: 'phone', width: 390, height: 844 };
/** For tests that change the width of one page. */
export const widths = [desk, phone];

type Width = typeof desk;

/** Describes tests at two widths; `npm test` runs them at the first one, `npm run test:more` at the second. */
const atBoth =
  (first: Width, second: Width) =>
  (title: string, tests: (width: Width) => void): void => {
    describe(title.replace('$name', first.name), () => tests(first));
    describe(title.replace('$name', second.name), { tags: ['more'] }, () => tests(second));
  };

/** For the back office. */
export const deskFirst = atBoth(desk, phone);
/** For the shop and the account. */
export const phoneFirst = atBoth(phone, desk);
