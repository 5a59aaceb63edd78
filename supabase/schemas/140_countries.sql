-- Countries, by which delivery and tax are priced. People write a country in their own words, so it is looked up by its names.

create table public.countries (
  code text primary key check (code ~ '^[A-Z]{2}$'),
  name text not null unique,
  names text[] not null default '{}',
  in_eu boolean not null default false
);
comment on table public.countries is 'The countries of ISO 3166-1';
comment on column public.countries.code is 'Two letters of ISO 3166-1';
comment on column public.countries.name is 'Name in English';
comment on column public.countries.names is 'Code, English names and what people write for it, in plain lower case; they come before those of country_names';
comment on column public.countries.in_eu is 'Whether it is in the European Union, within which VAT passes to the recipient';
create index countries_names_idx on public.countries using gin (names);

insert into public.countries (code, name)
select left(line, 2), substr(line, 4) from string_to_table(
  'AD Andorra;AE United Arab Emirates;AF Afghanistan;AG Antigua & Barbuda;AI Anguilla;AL Albania;AM Armenia;AO Angola;AQ Antarctica;AR Argentina;'
  'AS American Samoa;AT Austria;AU Australia;AW Aruba;AX Åland Islands;AZ Azerbaijan;BA Bosnia & Herzegovina;BB Barbados;BD Bangladesh;BE Belgium;'
  'BF Burkina Faso;BG Bulgaria;BH Bahrain;BI Burundi;BJ Benin;BL St. Barthélemy;BM Bermuda;BN Brunei;BO Bolivia;BQ Caribbean Netherlands;BR Brazil;'
  'BS Bahamas;BT Bhutan;BV Bouvet Island;BW Botswana;BY Belarus;BZ Belize;CA Canada;CC Cocos (Keeling) Islands;CD Congo - Kinshasa;'
  'CF Central African Republic;CG Congo - Brazzaville;CH Switzerland;CI Côte d’Ivoire;CK Cook Islands;CL Chile;CM Cameroon;CN China;CO Colombia;'
  'CR Costa Rica;CU Cuba;CV Cape Verde;CW Curaçao;CX Christmas Island;CY Cyprus;CZ Czechia;DE Germany;DJ Djibouti;DK Denmark;DM Dominica;'
  'DO Dominican Republic;DZ Algeria;EC Ecuador;EE Estonia;EG Egypt;EH Western Sahara;ER Eritrea;ES Spain;ET Ethiopia;FI Finland;FJ Fiji;'
  'FK Falkland Islands;FM Micronesia;FO Faroe Islands;FR France;GA Gabon;GB United Kingdom;GD Grenada;GE Georgia;GF French Guiana;GG Guernsey;'
  'GH Ghana;GI Gibraltar;GL Greenland;GM Gambia;GN Guinea;GP Guadeloupe;GQ Equatorial Guinea;GR Greece;GS South Georgia & South Sandwich Islands;'
  'GT Guatemala;GU Guam;GW Guinea-Bissau;GY Guyana;HK Hong Kong;HM Heard & McDonald Islands;HN Honduras;HR Croatia;HT Haiti;HU Hungary;ID Indonesia;'
  'IE Ireland;IL Israel;IM Isle of Man;IN India;IO British Indian Ocean Territory;IQ Iraq;IR Iran;IS Iceland;IT Italy;JE Jersey;JM Jamaica;JO Jordan;'
  'JP Japan;KE Kenya;KG Kyrgyzstan;KH Cambodia;KI Kiribati;KM Comoros;KN St. Kitts & Nevis;KP North Korea;KR South Korea;KW Kuwait;KY Cayman Islands;'
  'KZ Kazakhstan;LA Laos;LB Lebanon;LC St. Lucia;LI Liechtenstein;LK Sri Lanka;LR Liberia;LS Lesotho;LT Lithuania;LU Luxembourg;LV Latvia;LY Libya;'
  'MA Morocco;MC Monaco;MD Moldova;ME Montenegro;MF St. Martin;MG Madagascar;MH Marshall Islands;MK North Macedonia;ML Mali;MM Myanmar;MN Mongolia;'
  'MO Macao;MP Northern Mariana Islands;MQ Martinique;MR Mauritania;MS Montserrat;MT Malta;MU Mauritius;MV Maldives;MW Malawi;MX Mexico;MY Malaysia;'
  'MZ Mozambique;NA Namibia;NC New Caledonia;NE Niger;NF Norfolk Island;NG Nigeria;NI Nicaragua;NL Netherlands;NO Norway;NP Nepal;NR Nauru;NU Niue;'
  'NZ New Zealand;OM Oman;PA Panama;PE Peru;PF French Polynesia;PG Papua New Guinea;PH Philippines;PK Pakistan;PL Poland;PM St. Pierre & Miquelon;'
  'PN Pitcairn Islands;PR Puerto Rico;PS Palestinian Territories;PT Portugal;PW Palau;PY Paraguay;QA Qatar;RE Réunion;RO Romania;RS Serbia;RU Russia;'
  'RW Rwanda;SA Saudi Arabia;SB Solomon Islands;SC Seychelles;SD Sudan;SE Sweden;SG Singapore;SH St. Helena;SI Slovenia;SJ Svalbard & Jan Mayen;'
  'SK Slovakia;SL Sierra Leone;SM San Marino;SN Senegal;SO Somalia;SR Suriname;SS South Sudan;ST São Tomé & Príncipe;SV El Salvador;SX Sint Maarten;'
  'SY Syria;SZ Eswatini;TC Turks & Caicos Islands;TD Chad;TF French Southern Territories;TG Togo;TH Thailand;TJ Tajikistan;TK Tokelau;TL Timor-Leste;'
  'TM Turkmenistan;TN Tunisia;TO Tonga;TR Türkiye;TT Trinidad & Tobago;TV Tuvalu;TW Taiwan;TZ Tanzania;UA Ukraine;UG Uganda;UM U.S. Outlying Islands;'
  'US United States;UY Uruguay;UZ Uzbekistan;VA Vatican City;VC St. Vincent & Grenadines;VE Venezuela;VG British Virgin Islands;'
  'VI U.S. Virgin Islands;VN Vietnam;VU Vanuatu;WF Wallis & Futuna;WS Samoa;XK Kosovo;YE Yemen;YT Mayotte;ZA South Africa;ZM Zambia;ZW Zimbabwe', ';') line;
update public.countries c set names = array[lower(c.code), private.plain_words(c.name), private.plain_words(replace(c.name, '&', 'and'))] || coalesce((
  select string_to_array(w.names, ',') from (values
    ('US', 'usa,u s a,u s,united states of america,america'), ('GB', 'uk,u k,great britain,britain,england,scotland,wales,northern ireland'),
    ('NL', 'the netherlands,holland'), ('TR', 'turkey'), ('CZ', 'czech republic'), ('AE', 'uae,emirates'), ('CI', 'ivory coast'),
    ('CD', 'democratic republic of the congo,dr congo'), ('CG', 'republic of the congo,congo'), ('SZ', 'swaziland'), ('KR', 'korea'),
    ('VA', 'vatican'), ('RU', 'russian federation'), ('VN', 'viet nam'), ('MK', 'macedonia'), ('CV', 'cabo verde'), ('MM', 'burma'),
    ('DE', 'deutschland'), ('AT', 'osterreich'), ('CH', 'schweiz,suisse,svizzera'), ('ES', 'espana'), ('IT', 'italia'), ('BE', 'belgie,belgique'),
    ('SE', 'sverige'), ('NO', 'norge'), ('DK', 'danmark'), ('FI', 'suomi'), ('PL', 'polska'), ('BR', 'brasil')
  ) w (code, names) where w.code = c.code), '{}');

update public.countries set in_eu = true
  where code in ('AT', 'BE', 'BG', 'HR', 'CY', 'CZ', 'DK', 'EE', 'FI', 'FR', 'DE', 'GR', 'HU', 'IE', 'IT', 'LV', 'LT', 'LU', 'MT', 'NL', 'PL', 'PT', 'RO', 'SK', 'SI', 'ES', 'SE');

-- Filled by migrations/…_country_names.sql, which scripts/country-names.ts writes.
create table private.country_names (
  name text primary key,
  code text not null references public.countries on delete cascade
);
comment on table private.country_names is 'Names of countries in all languages and scripts, and their codes of three letters';
comment on column private.country_names.name is 'A name as country_key writes it, or with its accents where another country is called so without them; only one country has it';
comment on column private.country_names.code is 'The country';
create index country_names_code_idx on private.country_names (code);

-- Scripts that plain_words leaves out, such as Adlam, are compared as they are.
create function private.country_key(p_text text) returns text
language plpgsql stable set search_path = '' as $$
declare
  typed constant text := translate(normalize(coalesce(p_text, ''), nfkc), e'\u00ad\u200b\u200c\u200d\u200e\u200f', '');
begin
  return coalesce(nullif(private.plain_words(typed), ''), lower(btrim(typed)));
end;
$$;
comment on function private.country_key(text) is 'A name of a country as it is compared: in plain lower case and without invisible characters';

create function private.country_code(p_text text) returns text
language plpgsql stable set search_path = '' as $$
declare
  typed constant text := lower(btrim(normalize(coalesce(p_text, ''), nfc)));
  key constant text := private.country_key(p_text);
begin
  return coalesce((select n.code from private.country_names n where n.name = typed and typed <> key),
    (select min(c.code) from public.countries c where c.names @> array[key]),
    (select n.code from private.country_names n where n.name = key));
end;
$$;
comment on function private.country_code(text) is 'The code of the country that has this name or code; null where none has, or more than one';

create function public.country_named(p_name text) returns text
language sql stable security definer set search_path = '' as $$
  select private.country_code(p_name);
$$;
comment on function public.country_named(text) is 'The code of the country that is called so in any language; null where none is';
grant execute on function public.country_named(text) to anon, authenticated;

alter table public.countries enable row level security;
grant select on public.countries to anon, authenticated;
create policy countries_select_all on public.countries for select to anon, authenticated
  using (true);
