import { useStore } from '@nanostores/react';
import { checkoutSettings as schema, type CheckoutSettings } from '#shared/schemas/visitors.ts';
import { saveCheckoutSettings } from '../../api/admin-settings.ts';
import { query, write } from '../../api/query.ts';
import { checkoutSettings } from '../../api/visitors.ts';
import { routes } from '../../routes.ts';
import { toastSuccess } from '../../stores/toasts.ts';
import { Select } from '../../ui/Field.tsx';
import { useForm } from '../../ui/use-form.ts';
import { Form } from '../forms/Form.tsx';
import { BackLink } from '../listing/BackLink.tsx';
import { Loading } from '../listing/Loading.tsx';
import { ScreenHead } from '../listing/ScreenHead.tsx';
import { orderersText } from './orderers.ts';

const own = checkoutSettings();
const $settings = query(own);

/** Who may order. */
export function CheckoutSettingsScreen() {
  return (
    <>
      <BackLink href={routes.settings()}>Settings</BackLink>
      <ScreenHead title="Checkout" />
      <Loading loaded={useStore($settings)} path={own.path} what="settings">
        {(settings) => <SettingsForm settings={settings} />}
      </Loading>
    </>
  );
}

function SettingsForm({ settings: { whoMayOrder } }: { readonly settings: CheckoutSettings }) {
  const form = useForm({
    schema,
    values: { whoMayOrder },
    save: async (body) => {
      const reply = await saveCheckoutSettings(body);
      if (!reply.ok) return reply;
      write(own, { whoMayOrder: reply.whoMayOrder });
      toastSuccess(reply.message);
      return reply;
    },
  });
  return (
    <Form form={form} submit="Save" className="panel fields" aria-label="Checkout">
      <Select
        label="Who may order"
        {...form.field('whoMayOrder')}
        className="fields__half"
        hint="Everybody: visitors order with an email address and no account, and follow, cancel and return orders by the link in their email."
      >
        {Object.entries(orderersText).map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </Select>
    </Form>
  );
}
