import { quoteMessages } from '#shared/quote-messages.ts';
import * as api from '../../api/admin-quotes.ts';
import { change } from '../changes.ts';
import { tableList } from '../listing/table-list.ts';

const paths = ['/quotes', '/dashboard'];
const failed = ({ message }: { message: string }) => message;

/** Newest first. */
export const quotes = tableList(api.quotePage, { filters: ['state'], sorts: [] });

export const offerQuote = (...offer: Parameters<typeof api.offerQuote>) =>
  change(api.offerQuote(...offer), paths, { done: quoteMessages.offered, failed });

export const answerQuote = (id: string, text: string, decline: boolean) =>
  change(api.answerQuote(id, { text, decline }), paths, {
    done: quoteMessages[decline ? 'declined' : 'answered'],
    failed,
  });
