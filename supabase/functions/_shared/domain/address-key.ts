/** The rate limit key of an IP address. IPv6 addresses are limited by their /64, which one household shares. */
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
