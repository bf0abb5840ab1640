import { Words } from "@/app/_words/words";

export default function GovernanceLayout({ children }: LayoutProps<"/[tenant]/governance">) {
  return <Words of="governance">{children}</Words>;
}
