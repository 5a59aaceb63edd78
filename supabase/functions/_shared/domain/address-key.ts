/** By what an address is counted: a household has a whole /64 of IPv6 addresses, however each is written. */
export function addressKey(address: string): string {
  if (!address.includes(':')) return address;
  const [left = [], right = []] = address.split('::').map((it) => it.split(':').filter(Boolean));
  const zeros = address.includes('::') ? Array<string>(8).fill('0') : [];
  const groups = [...left, ...zeros.slice(left.length + right.length), ...right];
  return groups
    .slice(0, 4)
    .map((it) => parseInt(it, 16).toString(16))
    .join(':');
}
