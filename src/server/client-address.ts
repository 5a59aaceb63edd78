import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

const wrong = (entry: string) => new Error(`TRUSTED_PROXIES: ${entry} is no address`);

/** Addresses of proxies as the environment names them: `10.0.0.0/8, ::1`. Throws with what is no address. */
export function readProxies(text: string): BlockList {
  const proxies = new BlockList();
  for (const entry of text.split(',').map((it) => it.trim())) {
    if (entry === '') continue;
    const [address = '', length] = entry.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    const bits = Number(length ?? (family === 'ipv6' ? 128 : 32));
    if (!isIP(address) || length === '' || !Number.isInteger(bits) || bits < 0 || bits > 128) {
      throw wrong(entry);
    }
    if (family === 'ipv4' && bits > 32) throw wrong(entry);
    proxies.addSubnet(address, bits, family);
  }
  return proxies;
}

/** Node writes an IPv4 address that came over an IPv6 socket in its long form. */
function plain(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '');
}

/**
 * The address that a request came from. What `X-Forwarded-For` says is believed only as far as trusted proxies wrote it:
 * read from the end, the first address that is none of theirs.
 */
export function clientAddress(request: IncomingMessage, trusted: BlockList): string {
  const isTrusted = (address: string) =>
    trusted.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
  let address = plain(request.socket.remoteAddress ?? '');
  const said = [request.headers['x-forwarded-for'] ?? ''].flat().join(',').split(',').toReversed();
  for (const entry of said) {
    if (!isIP(address) || !isTrusted(address)) return address;
    const before = plain(entry.trim());
    if (!isIP(before)) return address;
    address = before;
  }
  return address;
}
