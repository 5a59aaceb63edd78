/** @jsxImportSource react */
import { Body } from '@react-email/body';
import { Button } from '@react-email/button';
import { Container } from '@react-email/container';
import { Head } from '@react-email/head';
import { Heading } from '@react-email/heading';
import { Html } from '@react-email/html';
import { Preview } from '@react-email/preview';
import { Text } from '@react-email/text';
import type { CSSProperties, ReactNode } from 'react';
import { designColors } from '../domain/shop-colors.ts';
import type { ClaimedMail } from '../queries/mail-rows.ts';
import type { MailContent, MailContext } from './content.ts';

/** Mail programs know no style sheets: these are the tokens of src/styles/tokens.css. */
const ink = '#1c1a17';
const inkSoft = '#4d4841';
const rule = '1px solid #ddd6ca';
const display = 'Didot, Georgia, serif';

const text: CSSProperties = { margin: '0 0 16px', fontSize: 16, lineHeight: '26px', color: ink };
const small: CSSProperties = { ...text, fontSize: 14, lineHeight: '22px', color: inkSoft };
const cell: CSSProperties = { ...text, padding: '12px 0', borderBottom: rule };
const pictureCell: CSSProperties = { padding: '12px 16px 12px 0', borderBottom: rule };
const block: CSSProperties = { display: 'block' };
const amount: CSSProperties = { ...cell, paddingLeft: 16, whiteSpace: 'nowrap' };

/** Line breaks as they were typed. */
function Lines({ children }: { readonly children: string }) {
  return children
    .split('\n')
    .flatMap((line, i): ReactNode[] => (i === 0 ? [line] : [<br key={i} />, line]));
}

function Items({ lines, sums, total }: Pick<MailContent, 'lines' | 'sums' | 'total'>) {
  const hasPictures = lines.some((it) => it.picture);
  const wide = hasPictures ? 2 : undefined;
  return (
    <table data-lines width="100%" cellPadding={0} cellSpacing={0} style={{ margin: '8px 0 24px' }}>
      <tbody>
        {lines.map(({ title, details, price, picture }) => (
          <tr key={`${title} ${details}`}>
            {hasPictures && (
              <td style={pictureCell} width={64} valign="top">
                {/* React would add a preload link for a picture that is not lazy. */}
                {picture && <img src={picture} alt="" width={64} loading="lazy" style={block} />}
              </td>
            )}
            <td style={cell} valign="top">
              {title}
              <br />
              <span style={{ fontSize: 14, color: inkSoft }}>{details}</span>
            </td>
            <td style={amount} align="right" valign="top">
              {price}
            </td>
          </tr>
        ))}
        {sums.map(({ name, value }) => (
          <tr key={name}>
            <td style={cell} colSpan={wide}>
              {name}
            </td>
            <td style={amount} align="right">
              {value}
            </td>
          </tr>
        ))}
        {total && (
          <tr>
            <td style={{ ...cell, borderBottom: 'none' }} colSpan={wide}>
              {total.name}
            </td>
            <td style={{ ...amount, borderBottom: 'none' }} align="right">
              <strong>{total.value}</strong>
            </td>
          </tr>
        )}
      </tbody>
    </table>
  );
}

export interface MailPageProps {
  /** Its `logo` is a whole address, or ''. */
  readonly shop: MailContext['shop'];
  readonly content: MailContent;
}

/** By the kind of mail; `layout` for all others. */
export type MailLayouts = Readonly<
  Partial<Record<ClaimedMail['kind'] | 'layout', (props: MailPageProps) => ReactNode>>
>;

/** Every mail to a customer: what differs is its content. */
export function MailPage({ shop, content }: MailPageProps) {
  const paper = shop.paper || designColors.paper;
  const accent = shop.accent || designColors.accent;
  const { subject, paragraphs, lines, total, facts, picture, quote, action, link, footnote } =
    content;
  return (
    <Html lang="en">
      <Head>
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light" />
        <title>{subject}</title>
      </Head>
      <Body style={{ margin: 0, background: paper, fontFamily: 'Helvetica, Arial, sans-serif' }}>
        <Preview>{paragraphs.at(-1) ?? subject}</Preview>
        <Container style={{ maxWidth: 568, padding: '0 24px 32px' }}>
          <Text
            style={{
              margin: '0 0 32px',
              padding: '28px 0 20px',
              borderBottom: rule,
              font: `28px/32px ${display}`,
              color: ink,
            }}
          >
            {shop.logo ? (
              <img src={shop.logo} alt={shop.name} height={36} loading="lazy" style={block} />
            ) : (
              shop.name
            )}
          </Text>
          <Heading as="h1" style={{ margin: '0 0 20px', font: `24px/32px ${display}`, color: ink }}>
            {subject}
          </Heading>
          {paragraphs.map((it) => (
            <Text key={it} style={text}>
              <Lines>{it}</Lines>
            </Text>
          ))}
          {(lines.length > 0 || total) && <Items {...content} />}
          {facts.map(({ label, value }) => (
            <Text key={label} style={text}>
              <span style={{ fontSize: 14, color: inkSoft }}>{label}</span>
              <br />
              <Lines>{value}</Lines>
            </Text>
          ))}
          {picture && (
            <Text style={small} data-skip-in-text>
              <img
                src={picture}
                alt="QR code for banking apps"
                width={192}
                height={192}
                loading="lazy"
                style={block}
              />
              Or scan this code with your banking app.
            </Text>
          )}
          {action && (
            <Button
              href={action.href}
              style={{
                margin: '8px 0 24px',
                padding: '14px 28px',
                background: accent,
                color: paper,
                fontSize: 16,
              }}
            >
              {action.label}
            </Button>
          )}
          {link && (
            <Text style={text}>
              <a href={link.href} style={{ color: accent }}>
                {link.label}
              </a>
            </Text>
          )}
          {quote && (
            <blockquote style={{ margin: '8px 0 24px', padding: '0 0 0 16px', borderLeft: rule }}>
              <Text style={small}>
                <Lines>{quote}</Lines>
              </Text>
            </blockquote>
          )}
          {footnote && (
            <Text style={{ ...small, margin: 0, paddingTop: 20, borderTop: rule }}>{footnote}</Text>
          )}
        </Container>
      </Body>
    </Html>
  );
}
