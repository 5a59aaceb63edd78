import { lazy } from '../forms/lazy.tsx';

export const ShippingZoneForm = lazy(
  'form',
  async () => (await import('./ShippingZoneForm.tsx')).ShippingZoneForm,
);
export const ShippingMethodForm = lazy(
  'form',
  async () => (await import('./ShippingMethodForm.tsx')).ShippingMethodForm,
);
