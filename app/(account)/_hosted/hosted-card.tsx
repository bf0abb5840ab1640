import { useExtracted } from "next-intl";
import type { CSSProperties, ReactNode } from "react";
import { Avatar } from "@/components/ui/page/page";
import { inkOn } from "@/server/domain/tenant-config/colour.schema";
import { shownName } from "@/server/domain/tenant-config/shown-name.schema";
import type { Appearance } from "@/server/domain/tenant-config/tenant-config.schema";

/**
 * Returns CSS variables that replace the green of the console by the brand colour. The text on the brand colour stays legible.
 */
export const accentOf = (colour: string | null): CSSProperties =>
  colour === null
    ? {}
    : ({ "--accent": colour, "--accent-hover": colour, "--accent-ink": inkOn(colour) } as CSSProperties);

/** Shows the logo and the name of an organization. Shows the initials if the organization has no logo. */
export function Brand({
  appearance,
}: {
  appearance: Pick<Appearance, "name" | "brandName" | "brandLogoUrl" | "tagline">;
}) {
  const { brandLogoUrl, tagline } = appearance;
  const name = shownName(appearance);
  return (
    <div className="flex min-w-0 items-center gap-3">
      {brandLogoUrl ? (
        // The logo may have any address. Next's image component accepts only the hosts that are known at build time.
        // oxlint-disable-next-line nextjs/no-img-element
        <img
          src={brandLogoUrl}
          alt=""
          referrerPolicy="no-referrer"
          className="h-10 max-w-32 shrink-0 object-contain"
        />
      ) : (
        <Avatar name={name} square />
      )}
      <div className="min-w-0">
        <p className="truncate text-lg leading-6 font-semibold tracking-tight">{name}</p>
        {tagline && <p className="text-sm break-words text-ink-soft">{tagline}</p>}
      </div>
    </div>
  );
}

/** Shows the links of an organization, the "powered by" line and `children`. Renders nothing if all three are empty. */
export function Imprint({
  appearance: { termsUrl, privacyUrl },
  poweredBy,
  children,
}: {
  appearance: Pick<Appearance, "termsUrl" | "privacyUrl">;
  poweredBy: boolean;
  children?: ReactNode;
}) {
  const t = useExtracted("hosted");
  const links = [
    { label: t("Terms"), href: termsUrl },
    { label: t("Privacy"), href: privacyUrl },
  ].flatMap(({ label, href }) => (href ? [{ label, href }] : []));
  if (links.length === 0 && !poweredBy && !children) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
      {links.map(({ label, href }) => (
        <a key={label} href={href} rel="noreferrer" className="rounded underline hover:text-ink">
          {label}
        </a>
      ))}
      {poweredBy && <span>{t("Powered by Castellan")}</span>}
      {children && <div className="ml-auto">{children}</div>}
    </div>
  );
}

/** Card of a hosted page: the organization's brand, the content, and the links of the organization. */
export function HostedCard({
  appearance,
  poweredBy,
  title,
  description,
  children,
  footer,
  choice,
}: {
  appearance: Omit<Appearance, "poweredBy">;
  /** True if this page shows the "powered by" line. */
  poweredBy: boolean;
  title: string;
  description?: ReactNode;
  children: ReactNode;
  footer?: ReactNode;
  /** Language menu. Absent in the preview of a card. */
  choice?: ReactNode;
}) {
  const { brandColor, aboutDescription } = appearance;
  return (
    <div className="w-full max-w-sm text-ink" style={accentOf(brandColor)}>
      <div className="mb-6">
        <Brand appearance={appearance} />
      </div>
      <div className="overflow-hidden rounded-xl border border-line bg-surface shadow-pop">
        {brandColor && <div aria-hidden className="h-1 bg-accent" />}
        <div className="p-6">
          <h1 className="text-lg font-semibold tracking-tight break-words">{title}</h1>
          {description && <p className="mt-1 text-ink-soft">{description}</p>}
          <div className="mt-5">{children}</div>
        </div>
      </div>
      <div className="mt-4 space-y-3 text-sm text-ink-faint">
        {footer}
        {aboutDescription && <p className="break-words whitespace-pre-line">{aboutDescription}</p>}
        <Imprint appearance={appearance} poweredBy={poweredBy}>
          {choice}
        </Imprint>
      </div>
    </div>
  );
}
