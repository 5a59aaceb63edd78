import { countryCode } from './country-names.ts';

const load = () =>
  Promise.all([
    import('#shared/schemas/addresses.ts'),
    import('#shared/schemas/complete-address.ts'),
  ]);

/** Loads the schema of an address to deliver to, which asks for the lines of its country. */
export async function loadDelivery() {
  const [{ deliveryInput }, { complete }] = await load();
  return complete(deliveryInput, countryCode);
}

/** The same for an address of the address book. */
export async function loadSavedAddress() {
  const [{ savedAddressInput }, { complete }] = await load();
  return complete(savedAddressInput, countryCode);
}

/** The same for who orders without an account. */
export async function loadGuest() {
  const [[, { complete }], { guestInput }] = await Promise.all([
    load(),
    import('#shared/schemas/visitors.ts'),
  ]);
  return complete(guestInput, countryCode);
}
