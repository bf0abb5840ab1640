import { Words } from "@/app/_words/words";

export default function ServiceAccountsLayout({ children }: LayoutProps<"/[tenant]/service-accounts">) {
  return <Words of={["service-accounts", "console-capabilities"]}>{children}</Words>;
}
