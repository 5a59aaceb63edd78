import { formatCount } from '../../ui/format.ts';

/** Garments on one page of a list; fills whole rows of two, three and four. */
export const pageSize = 24;

/** The page that an address asks for; the first where it asks for none that can be. */
export function readPage(params: URLSearchParams): number {
  const text = params.get('page') ?? '';
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1;
}

export function pageCount(total: number): number {
  return Math.max(1, Math.ceil(total / pageSize));
}

/** The page's own address with another number; the first page has none. */
export function pageAddress(url: URL, page: number): string {
  const params = new URLSearchParams(url.search);
  params.delete('page');
  if (page > 1) params.set('page', String(page));
  const query = params.toString();
  return query ? `${url.pathname}?${query}` : url.pathname;
}

/** The first, the last and those around the current one; null stands for those left out, of which there are two or more. */
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

/** A title that tells pages of one list apart. */
export function pageTitle(title: string, page: number): string {
  return page > 1 ? `${title}, page ${page}` : title;
}
