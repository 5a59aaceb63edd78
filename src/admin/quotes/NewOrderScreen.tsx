import { useController } from 'react-hook-form';
import { z } from 'zod';
import { addressLines } from '#shared/domain/address.ts';
import { quoteMessages } from '#shared/quote-messages.ts';
import { officeOrderInput } from '#shared/schemas/quotes.ts';
import type { User } from '#shared/schemas/users.ts';
import { shippingMessages } from '#shared/shipping-messages.ts';
import { unknownCountry } from '../../address/country-names.ts';
import { createOrder } from '../../api/admin-quotes.ts';
import { userPage } from '../../api/admin-users.ts';
import { routes } from '../../routes.ts';
import { moveWithToast, toastError } from '../../stores/toasts.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { settleAll } from '../../ui/unsaved.ts';
import { useForm } from '../../ui/use-form.ts';
import { Form } from '../forms/Form.tsx';
import { ScreenHead } from '../listing/ScreenHead.tsx';
import { LineFields, toLine, type Draft } from './LineFields.tsx';
import { Picker } from '../forms/Picker.tsx';

const line = officeOrderInput.shape.lines.element;
/** Without a price, the customer's price applies. */
const draft = z
  .custom<Draft>()
  .transform((it): z.input<typeof line> => ({
    ...toLine(it),
    unitPrice: toLine(it).unitPrice || null,
  }))
  .pipe(line);
const orderForm = z.object({
  customer: z
    .custom<User | null>()
    .refine((it) => it !== null, 'Choose a customer')
    .refine((it) => it?.address && it.country, 'This customer has no delivery address')
    .transform((it) => it?._id ?? ''),
  lines: z.array(draft).min(1, 'Add a product'),
  poNumber: officeOrderInput.shape.poNumber,
});

const nameOf = ({ firstname, lastname, email }: User) => ({
  title: `${firstname} ${lastname}`.trim(),
  note: email,
});
const customers = (q: string) => userPage(new URLSearchParams({ q, limit: '8' }).toString());

/** Places an order on behalf of a customer, who gets a payment link by email. */
export function NewOrderScreen() {
  const form = useForm({
    schema: orderForm,
    values: { customer: null as User | null, lines: [] as Draft[], poNumber: '' },
    save: async (values) => {
      const reply = await createOrder(values);
      if (reply.ok) {
        settleAll();
        moveWithToast(routes.adminOrder(reply.order._id), 'success', quoteMessages.orderPlaced);
      } else toastError(reply.message, undefined, 'order');
      return reply;
    },
  });
  const { field: chosen } = useController({ control: form.control, name: 'customer' });
  const { field } = useController({ control: form.control, name: 'lines' });
  const customer: User | null = chosen.value;
  const wrong = form.errorOf('customer');
  async function choose(it: User | null): Promise<void> {
    chosen.onChange(it);
    form.clearErrors('customer');
    if (!it) return;
    const message = shippingMessages.customerCountry(it.country);
    if (await unknownCountry(it.country)) form.setError('customer', { message });
  }
  return (
    <>
      <ScreenHead title="New order" />
      <p className="screen-note">
        The order is placed on behalf of the customer, for delivery to the address in their account.
        They get an email with a payment link.
      </p>
      <Form form={form} submit="Place order" className="panel offer-form">
        {customer ? (
          <div>
            <input type="hidden" name="customer" value={customer._id} />
            <strong>{nameOf(customer).title}</strong>, {customer.email}{' '}
            <Button look="link" onClick={() => void choose(null)}>
              Choose another
            </Button>
            <p>{addressLines(customer).join(', ')}</p>
            {wrong && (
              <p className="field__error" role="alert">
                {wrong}
              </p>
            )}
          </div>
        ) : (
          <Picker
            label="Customer"
            hint="By name or email."
            error={wrong}
            resource={customers}
            rowsOf={(it) => it.rows}
            nameOf={nameOf}
            onPick={(it) => void choose(it)}
          />
        )}
        <LineFields
          lines={field.value}
          onChange={field.onChange}
          errorOf={form.errorOf}
          priceHint="Customer’s price"
        />
        <Field
          label="Purchase order number (optional)"
          {...form.field('poNumber')}
          maxLength={60}
          autoComplete="off"
        />
      </Form>
    </>
  );
}
