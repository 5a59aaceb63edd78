import { formatCount } from '../../ui/format.ts';

/** Products per page; fills whole rows of two, three and four. */
export const pageSize = 24;

/** The requested page; the first one if it is invalid. */
export function readPage(params: URLSearchParams): number {
  const text = params.get('page') ?? '';
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1;
}

export function pageCount(total: number): number {
  return Math.max(1, Math.ceil(total / pageSize));
}

/** The URL of another page; the first one has no page number. */
export function pageAddress(url: URL, page: number): string {
  const params = new URLSearchParams(url.search);
  params.delete('page');
  if (page > 1) params.set('page', String(page));
  const query = params.toString();
  return query ? `${url.pathname}?${query}` : url.pathname;
}

/** The first, the last and those around the current one; null is a gap of two or more. */
export function shownPages(page: number, pages: number): (number | null)[] {
  const near = new Set([1, page - 1, page, page + 1, pages]);
  const numbers = [...near].filter((it) => it >= 1 && it <= pages).sort((a, b) => a - b);
  return numbers.flatMap((it, index) => {
    const gap = it - (numbers[index - 1] ?? 0) - 1;
    if (gap === 0) return [it];
    return gap === 1 ? [it - 1, it] : [null, it];
  });
}

/** `1 product`, `57 products`, or, of one page among several, `25–48 of 57 products`. */
export function countText(total: number, page: number | 'all', noun: string): string {
  const all = `${formatCount(total)} ${total === 1 ? noun : `${noun}s`}`;
  if (page === 'all') return all;
  const from = (page - 1) * pageSize + 1;
  if (total <= pageSize || from > total) return all;
  const to = Math.min(total, page * pageSize);
  return `${formatCount(from)}–${formatCount(to)} of ${all}`;
}

/** A title that distinguishes the pages of a list. */
export function pageTitle(title: string, page: number): string {
  return page > 1 ? `${title}, page ${page}` : title;
}
