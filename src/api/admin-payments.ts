import type { z } from 'zod';
import type {
  paymentMethodChecked,
  PaymentMethodsInput,
  paymentMethodsReply,
  paymentMethodsSaved,
} from '#shared/schemas/payment-methods.ts';
import { post, put, read } from './admin-call.ts';

/** All payment providers, in the order of the checkout. */
export const paymentMethods = () =>
  read<z.infer<typeof paymentMethodsReply>>('/payments/methods', { methods: 'array' });

export const savePaymentMethods = (body: PaymentMethodsInput) =>
  put<z.infer<typeof paymentMethodsSaved>>(
    '/payments/methods',
    { message: 'string', methods: 'array' },
    body,
  );

/** Asks a provider whether it accepts the key, or says what is missing for it. */
export const checkPaymentMethod = (name: string) =>
  post<z.infer<typeof paymentMethodChecked>>(
    `/payments/methods/${encodeURIComponent(name)}/check`,
    { works: 'boolean', message: 'string' },
    {},
  );
