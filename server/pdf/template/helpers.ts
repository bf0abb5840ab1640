import { TemplateError, pdfRefusals } from "../errors";

type Options = Record<string, unknown>;

const text = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

function localeOf(options: Options): string {
  const locale = text(options["locale"]) ?? "en";
  try {
    return Intl.getCanonicalLocales(locale)[0] ?? "en";
  } catch {
    throw new TemplateError(pdfRefusals.invalid_locale({ value: locale }));
  }
}

function numberOf(value: unknown): number {
  const number =
    typeof value === "number"
      ? value
      : typeof value === "string" && value.trim() !== ""
        ? Number(value)
        : NaN;
  if (!Number.isFinite(number)) throw new TemplateError(pdfRefusals.invalid_number({ value: String(value) }));
  return number;
}

const digits = (value: unknown) =>
  typeof value === "number" && value >= 0 && value <= 20 ? Math.floor(value) : undefined;

const MOST_FORMATS = 200;

/**
 * Returns a function that creates and caches formats. The cache is needed because creating a format takes longer than using it
 * a hundred times.
 */
function remembered<O extends object, F>(make: (locale: string, options: O) => F) {
  const known = new Map<string, F>();
  return (locale: string, options: O): F => {
    const key = `${locale} ${JSON.stringify(options)}`;
    let format = known.get(key);
    if (!format) {
      if (known.size >= MOST_FORMATS) known.clear();
      known.set(key, (format = make(locale, options)));
    }
    return format;
  };
}

const numbers = remembered(
  (locale, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options),
);
const dates = remembered(
  (locale, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options),
);

const styles = new Set(["full", "long", "medium", "short"]);

/**
 * Helper functions for templates. Examples: `{{number total digits=2 locale="de"}}`, `{{currency total "EUR" locale="de"}}`,
 * `{{date due style="long" locale="de"}}`
 */
export const helpers: Record<string, (values: unknown[], options: Options) => string> = {
  number: ([value], options) => {
    const fraction = digits(options["digits"]);
    return numbers(localeOf(options), {
      ...(fraction !== undefined && { minimumFractionDigits: fraction, maximumFractionDigits: fraction }),
    }).format(numberOf(value));
  },
  currency: ([value, code], options) => {
    const currency = text(code) ?? text(options["currency"]) ?? "EUR";
    if (!/^[A-Za-z]{3}$/.test(currency))
      throw new TemplateError(pdfRefusals.invalid_currency({ value: currency }));
    return numbers(localeOf(options), { style: "currency", currency }).format(numberOf(value));
  },
  date: ([value], options) => {
    const date = new Date(value as string | number);
    if (Number.isNaN(date.getTime()))
      throw new TemplateError(pdfRefusals.invalid_date({ value: String(value) }));
    const style = text(options["style"]) ?? "medium";
    if (!styles.has(style)) throw new TemplateError(pdfRefusals.invalid_date_style({ value: style }));
    try {
      return dates(localeOf(options), {
        dateStyle: style as "full",
        timeZone: text(options["timeZone"]) ?? "UTC",
      }).format(date);
    } catch {
      throw new TemplateError(pdfRefusals.invalid_time_zone({ value: String(options["timeZone"]) }));
    }
  },
};
