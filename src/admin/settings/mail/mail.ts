import { messages } from '#shared/messages.ts';
import type { MailKind, MailTextUpdate } from '#shared/schemas/mail.ts';
import * as api from '../../../api/admin-mail.ts';
import { query, revalidate } from '../../../api/query.ts';
import { change } from '../../changes.ts';

export const $mail = query(api.mail());

export const kindNames: Readonly<Record<MailKind, string>> = {
  order_placed: 'Order not paid yet',
  order_to_transfer: 'Order by bank transfer',
  transfer_ended: 'Bank transfer not received',
  transfer_part: 'Part of a bank transfer received',
  order_on_delivery: 'Order to be paid on delivery',
  order_paid_on_delivery: 'Order paid on delivery',
  order_on_terms: 'Order on terms',
  order_paid: 'Order paid',
  order_paid_by_transfer: 'Order on terms paid',
  parcel_sent: 'Parcel sent',
  order_refunded: 'Order refunded',
  return_requested: 'Return requested',
  return_approved: 'Return approved',
  return_refused: 'Return refused',
  company_approved: 'Company approved',
  company_refused: 'Company refused',
  company_invitation: 'Invitation to a company',
  guest_orders: 'Orders placed without an account',
  account_invitation: 'Invitation to an imported account',
  back_in_stock: 'Back in stock',
  shop_opened: 'Shop opened',
  account_confirmation: 'Confirm a new account',
  password_reset: 'Reset the password',
  email_change: 'Confirm a new email address',
  email_changed: 'Email address changed',
  password_changed: 'Password changed',
  message_answered: 'Message answered',
  quote_offered: 'Quote offered',
  quote_answered: 'Quote answered',
  order_to_pay: 'Order to pay',
  exchange_to_pay: 'Exchange to pay',
  exchange_confirmed: 'Exchange confirmed',
  exchange_ended: 'Exchange ended',
};

const { saved, sentAgain, failed } = messages.mail;

export const saveText = (kind: MailKind, words: MailTextUpdate) =>
  change(api.changeMailText(kind, words), ['/mail'], { done: saved, failed });

const paths = ['/mail', '/orders'];

/** Sent in the background, so the result is loaded a moment later. */
export async function sendAgain(id: string): Promise<void> {
  const { ok } = await change(api.sendMailAgain(id), paths, { done: sentAgain, failed });
  if (ok) setTimeout(() => revalidate(...paths), 2500);
}
