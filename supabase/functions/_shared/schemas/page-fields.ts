import { z } from 'zod';
import { flag, moment, requiredText, text } from './common.ts';

const slug = text(80)
  .toLowerCase()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Letters, digits and single hyphens, such as our-stores');

/** The fields of a page but for its text, whose schema forms do not load: the API checks it. */
export const pageFields = z.object({
  /** The end of its address. */
  slug,
  title: requiredText(200),
  /** Below the heading, and for search engines. */
  description: text(300).default(''),
  published: flag.default(false),
  publishAt: moment.default(null),
});
