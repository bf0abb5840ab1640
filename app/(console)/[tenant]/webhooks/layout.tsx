import { Words } from "@/app/_words/words";

export default function WebhooksLayout({ children }: LayoutProps<"/[tenant]/webhooks">) {
  return <Words of="webhooks">{children}</Words>;
}
