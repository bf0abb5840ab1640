import { ChevronRight } from "lucide-react";
import { useExtracted } from "next-intl";
import Link from "next/link";
import { OnItsWay } from "../on-its-way";

/** Path to this page. The heading below names the page itself. */
export function Breadcrumbs({ trail }: { trail: { label: string; href: string }[] }) {
  const t = useExtracted("shared");
  return (
    <nav aria-label={t("Breadcrumb")}>
      <ol className="flex flex-wrap items-center gap-1 text-sm text-ink-faint">
        {trail.map(({ label, href }, index) => (
          <li key={href} className="flex min-w-0 items-center gap-1">
            {index > 0 && <ChevronRight aria-hidden className="size-3.5 shrink-0" />}
            <Link href={href} className="truncate rounded hover:text-ink hover:underline">
              {label}
              <OnItsWay />
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}
