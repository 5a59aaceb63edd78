import { useStore } from '@nanostores/react';
import { designColors } from '#shared/domain/shop-colors.ts';
import { typefaces, type Typefaces } from '#shared/domain/typefaces.ts';
import { wholeShopDetails, type Shop } from '#shared/schemas/shop.ts';
import { shop } from '../../../api/admin-shop.ts';
import { query } from '../../../api/query.ts';
import { routes } from '../../../routes.ts';
import { Field, Select, TextArea } from '../../../ui/Field.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { Form } from '../../forms/Form.tsx';
import { BackLink } from '../../listing/BackLink.tsx';
import { Loading } from '../../listing/Loading.tsx';
import { ScreenHead } from '../../listing/ScreenHead.tsx';
import { ColorField } from './ColorField.tsx';
import { FooterPreview } from './FooterPreview.tsx';
import { Logos } from './Logos.tsx';
import { saveShop } from './shop.ts';
import { useColorPreview } from './use-color-preview.ts';
import { useTypefacePreview } from './use-typeface-preview.ts';
import './shop.css';

const $shop = query(shop());
const colors = [
  ['accent', 'Accent'],
  ['paper', 'Paper'],
  ['accentDark', 'Accent in dark mode'],
  ['paperDark', 'Paper in dark mode'],
] as const;

const typefaceNames: Readonly<Record<Typefaces, string>> = {
  'bodoni-hanken': 'Bodoni Moda, Hanken Grotesk',
  archivo: 'Archivo Black, Archivo',
  'cormorant-jost': 'Cormorant Garamond, Jost',
  'fraunces-work-sans': 'Fraunces, Work Sans',
  'fredoka-nunito': 'Fredoka, Nunito',
  'space-grotesk-inter': 'Space Grotesk, Inter',
};

/** Who the shop is, as its pages, emails and invoices show it. */
export function ShopScreen() {
  return (
    <>
      <BackLink href={routes.settings()}>Settings</BackLink>
      <ScreenHead title="Shop" />
      <Loading loaded={useStore($shop)} path={shop().path} what="settings">
        {(details) => <DetailsForm details={details} />}
      </Loading>
    </>
  );
}

function DetailsForm({ details: shop }: { readonly details: Shop }) {
  const { country, logo: _, logoDark: __, ...details } = shop;
  const form = useForm({
    schema: wholeShopDetails,
    values: { ...details },
    save: (_values, _form, changes) => saveShop(changes),
  });
  const issues = useColorPreview(form.watch());
  useTypefacePreview(form.watch('typefaces'));
  return (
    <div className="shop-settings">
      <Form form={form} submit="Save" className="panel fields" aria-label="Shop">
        <Field
          label="Name"
          {...form.field('name')}
          maxLength={60}
          autoComplete="off"
          hint="In the header, titles, emails and on packing slips."
        />
        <TextArea
          label="Description"
          {...form.field('description')}
          rows={3}
          maxLength={300}
          hint="A sentence or two, for the footer and for search engines."
        />
        <h2>Contact</h2>
        <Field
          label="Email"
          {...form.field('email')}
          className="fields__half"
          type="email"
          autoComplete="off"
        />
        <Field
          label="Phone"
          {...form.field('phone')}
          className="fields__half"
          type="tel"
          autoComplete="off"
        />
        <Field
          label="Hours"
          {...form.field('hours')}
          maxLength={100}
          autoComplete="off"
          hint="When somebody answers, for example: Monday to Friday, 8am to 5pm."
        />
        <TextArea
          label="Social links"
          {...form.field('socialLinks')}
          rows={3}
          autoComplete="off"
          spellCheck={false}
          hint="One address a line, for example https://www.instagram.com/yourshop."
        />
        <h2>Colors</h2>
        <p className="screen-note">
          Buttons, links and selection are in the accent, pages on the paper. Leave a color empty
          for that of the design. This page shows them before you save.
        </p>
        {colors.map(([name, label]) => {
          const { error, ...field } = form.field(name);
          return (
            <ColorField
              key={name}
              {...field}
              label={label}
              error={error ?? issues.find(({ path }) => path === name)?.message}
              color={form.watch(name)}
              own={designColors[name]}
              onPick={(color) =>
                form.setValue(name, color, {
                  shouldDirty: true,
                  shouldValidate: form.formState.isSubmitted,
                })
              }
            />
          );
        })}
        <h2>Typefaces</h2>
        <Select label="Headings and text" {...form.field('typefaces')} className="fields__most">
          {typefaces.map((it) => (
            <option key={it} value={it}>
              {typefaceNames[it]}
            </option>
          ))}
        </Select>
        <h2>Legal entity</h2>
        <Field
          label="Legal name"
          {...form.field('legalName')}
          className="fields__most"
          maxLength={100}
          autoComplete="off"
          hint="The seller on new invoices."
        />
        <Field
          label="Copyright year"
          {...form.field('copyrightYear')}
          className="fields__third"
          inputMode="numeric"
          autoComplete="off"
        />
        <TextArea
          label="Address"
          {...form.field('address')}
          rows={4}
          maxLength={300}
          autoComplete="off"
          hint={`On invoices and the page Contact${country && `, followed by ${country}`}. The country is set under Taxes and invoices.`}
        />
      </Form>
      <div className="shop-settings__aside">
        <FooterPreview {...form.watch()} />
        <Logos shop={shop} />
      </div>
    </div>
  );
}
