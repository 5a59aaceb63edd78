import type { ReturnTerms } from '../schemas/promises.ts';
import { counted } from './counted.ts';

/** By when an approved return is to be sent, and who pays, before there is one. */
export function sendingText({ sendDays, payer, label }: ReturnTerms): string {
  const period = sendDays === 0 ? 'on the day' : `within ${counted(sendDays, 'day')}`;
  const cost = payer === 'shop' ? 'We pay for sending it.' : 'You pay for sending it.';
  return [`Send your return ${period} of our approval.`, cost, label].filter(Boolean).join(' ');
}

/** Where it is sent to. */
export const addressText = ({ address }: Pick<ReturnTerms, 'address'>): string =>
  address || 'Please ask us for the address';

/** Where a return is sent to, by which day, and who pays: as rows of emails and screens. */
export function sendingRows(
  { payer, label, ...terms }: Pick<ReturnTerms, 'payer' | 'label' | 'address'>,
  by: string,
): { label: string; value: string }[] {
  return [
    { label: 'Send to', value: addressText(terms) },
    { label: 'Send by', value: by },
    { label: 'Shipping cost', value: payer === 'shop' ? 'Paid by us' : 'Paid by you' },
    { label: 'Label', value: label },
  ].filter(({ value }) => value !== '');
}
