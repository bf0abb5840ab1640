import { useExtracted } from "next-intl";
import type { ReactNode } from "react";
import { ChevronRight } from "lucide-react";
import Link from "next/link";
import { initialsOf, toneOf } from "@/server/domain/tenant-config/initials.schema";
import { ApiButton } from "../../shell/api-button";
import { cn } from "../cn";
import { LinkProgress } from "../link-progress";

/** Header of a page with breadcrumbs, title and actions. */
export function PageHeader({
  title,
  description,
  trail = [],
  meta,
  actions,
}: {
  title: ReactNode;
  description?: ReactNode;
  trail?: { label: string; href: string }[];
  meta?: ReactNode;
  actions?: ReactNode;
}) {
  return (
    <header className="mb-5">
      {trail.length > 0 && (
        <div className="mb-1.5">
          <Breadcrumbs trail={trail} />
        </div>
      )}
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
        <div className="min-w-0 flex-1 basis-64">
          <h1 className="text-xl font-semibold tracking-tight break-words">{title}</h1>
          {description && <p className="mt-0.5 max-w-xl text-pretty text-ink-soft">{description}</p>}
          {meta && (
            <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm text-ink-soft">
              {meta}
            </div>
          )}
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <ApiButton />
          {actions}
        </div>
      </div>
    </header>
  );
}

/** Section of a page with a title. */
export function Section({
  title,
  description,
  actions,
  children,
  flush = false,
  className,
}: {
  title?: string;
  description?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
  flush?: boolean;
  className?: string;
}) {
  return (
    <section className={cn("overflow-hidden rounded-lg border border-line bg-surface", className)}>
      {(title || actions) && (
        <div className="flex flex-wrap items-center justify-between gap-2 border-b border-line px-4 py-2.5">
          <div>
            <h2 className="font-semibold">{title}</h2>
            {description && <p className="text-sm text-ink-soft">{description}</p>}
          </div>
          {actions}
        </div>
      )}
      <div className={cn(!flush && "p-4")}>{children}</div>
    </section>
  );
}

/** List of names and values. */
export function Facts({ items }: { items: { label: string; value: ReactNode }[] }) {
  return (
    <dl className="divide-y divide-line">
      {items.map(({ label, value }) => (
        <div key={label} className="grid grid-cols-[8.5rem_minmax(0,1fr)] items-baseline gap-3 px-4 py-2">
          <dt className="text-sm text-ink-faint">{label}</dt>
          <dd className="min-w-0 break-words">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Layout of a page about one record: the main content, with details beside it. */
export function DetailLayout({ children, aside }: { children: ReactNode; aside: ReactNode }) {
  const t = useExtracted("shared");
  return (
    <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="min-w-0 space-y-4">{children}</div>
      <aside className="min-w-0 space-y-4" aria-label={t("Details")}>
        {aside}
      </aside>
    </div>
  );
}

const avatarTones = [
  "bg-accent-soft text-accent-text",
  "bg-info-soft text-info-text",
  "bg-warning-soft text-warning-text",
  "bg-plum-soft text-plum-text",
];

/** Picture with the initials of a person or an organization. The colour depends only on the name. */
export function Avatar({ name, square = false }: { name: string; square?: boolean }) {
  return (
    <span
      aria-hidden
      className={cn(
        "inline-flex size-7 shrink-0 items-center justify-center text-xs font-semibold",
        square ? "rounded-md" : "rounded-full",
        avatarTones[toneOf(name, avatarTones.length)],
      )}
    >
      {initialsOf(name)}
    </span>
  );
}

/** Breadcrumbs of the parent pages. The heading below the breadcrumbs shows the name of this page. */
function Breadcrumbs({ trail }: { trail: { label: string; href: string }[] }) {
  const t = useExtracted("shared");
  return (
    <nav aria-label={t("Breadcrumb")}>
      <ol className="flex flex-wrap items-center gap-1 text-sm text-ink-faint">
        {trail.map(({ label, href }, index) => (
          <li key={href} className="flex min-w-0 items-center gap-1">
            {index > 0 && <ChevronRight aria-hidden className="size-3.5 shrink-0" />}
            <Link href={href} className="truncate rounded hover:text-ink hover:underline">
              {label}
              <LinkProgress />
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}
