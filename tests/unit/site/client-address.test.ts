import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { clientAddress, readProxies } from '../../../src/server/http.ts';

function requestFrom(remoteAddress: string, forwardedFor?: string): IncomingMessage {
  const socket = Object.defineProperty(new Socket(), 'remoteAddress', { value: remoteAddress });
  const request = new IncomingMessage(socket);
  if (forwardedFor !== undefined) request.headers['x-forwarded-for'] = forwardedFor;
  return request;
}

test.each([
  ['nobody is trusted', '', '203.0.113.9', '1.2.3.4', '203.0.113.9'],
  ['the sender is no proxy', '10.0.0.0/8', '203.0.113.9', '1.2.3.4', '203.0.113.9'],
  ['a proxy says so', '10.0.0.0/8', '10.1.2.3', '203.0.113.9', '203.0.113.9'],
  ['a client wrote first', '10.0.0.0/8', '10.1.2.3', '1.2.3.4, 203.0.113.9', '203.0.113.9'],
  ['two proxies', '10.0.0.0/8,192.0.2.7', '10.1.2.3', '203.0.113.9,192.0.2.7', '203.0.113.9'],
  ['a proxy says nothing', '10.0.0.0/8', '10.1.2.3', undefined, '10.1.2.3'],
  ['a proxy says nonsense', '10.0.0.0/8', '10.1.2.3', '1.2.3.4, unknown', '10.1.2.3'],
  ['only proxies are named', '10.0.0.0/8', '10.1.2.3', '10.9.9.9', '10.9.9.9'],
  ['an IPv4 address in IPv6 form', '127.0.0.1', '::ffff:127.0.0.1', '203.0.113.9', '203.0.113.9'],
  ['IPv6', '::1, fd00::/8', 'fd00::5', '2001:db8::9', '2001:db8::9'],
])('the address of a client when %s', (_, proxies, from, forwardedFor, address) => {
  expect(clientAddress(requestFrom(from, forwardedFor), readProxies(proxies))).toBe(address);
});

test.each(['10.0.0.0/33', 'proxy.example', '10.0.0.0/', '10.0.0.0/x', '::1/129'])(
  'a proxy cannot be called %s',
  (text) => {
    expect(() => readProxies(`127.0.0.1, ${text}`)).toThrow(text);
  },
);
