import type { ReactNode } from "react";
import { Mark } from "../ui/page/mark";

/** Layout of a page outside of the console, with one card. */
export const AuthLayout = ({
  title,
  description,
  children,
  footer,
}: {
  title: string;
  description?: ReactNode;
  children: ReactNode;
  footer?: ReactNode;
}) => (
  <main className="flex min-h-dvh flex-col items-center justify-center px-4 py-10">
    <div className="w-full max-w-sm">
      <div className="mb-6 flex items-center gap-2.5">
        <Mark className="size-8" />
        <span className="text-lg font-semibold tracking-tight">{"Castellan"}</span>
      </div>
      <div className="rounded-xl border border-line bg-surface p-6 shadow-pop">
        <h1 className="text-lg font-semibold tracking-tight">{title}</h1>
        {description && <p className="mt-1 text-ink-soft">{description}</p>}
        <div className="mt-5">{children}</div>
      </div>
      {footer && <div className="mt-4 text-sm text-ink-faint">{footer}</div>}
    </div>
  </main>
);
