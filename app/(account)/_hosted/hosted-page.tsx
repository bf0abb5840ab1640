import { AuthLayout } from "@/components/shell/auth-layout";
import { HostedCard } from "./hosted-card";
import { LanguageForm } from "./language-form";

/** Whole page around the card of an organization. */
export const HostedPage = (props: Omit<Parameters<typeof HostedCard>[0], "choice">) => (
  <main className="flex min-h-dvh flex-col items-center justify-center px-4 py-10">
    <HostedCard {...props} choice={<LanguageForm />} />
  </main>
);

/** Hosted page without the brand of an organization. */
export const PlainPage = ({ footer, ...rest }: Parameters<typeof AuthLayout>[0]) => (
  <AuthLayout
    {...rest}
    footer={
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <div className="min-w-0">{footer}</div>
        <LanguageForm />
      </div>
    }
  />
);
