import { describe } from 'vitest';

/** A desk and a phone, for tests that change the width of one page. */
export const widths = [
  { name: 'desk', width: 1440 },
  { name: 'phone', width: 390 },
] as const;

type Width = (typeof widths)[number];

/** Describes tests at two widths; `npm test` runs them at the first one, `npm run test:more` at the second. */
const atBoth =
  (first: Width, second: Width) =>
  (title: string, tests: (width: Width) => void): void => {
    describe(title.replace('$name', first.name), () => tests(first));
    describe(title.replace('$name', second.name), { tags: ['more'] }, () => tests(second));
  };

const [desk, phone] = widths;
/** For the back office. */
export const deskFirst = atBoth(desk, phone);
/** For the shop and the account. */
export const phoneFirst = atBoth(phone, desk);
