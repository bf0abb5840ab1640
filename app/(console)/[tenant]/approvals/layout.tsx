import { Words } from "@/app/_words/words";

/** With the words of the areas whose decisions are shown here. */
export default function ApprovalsLayout({ children }: LayoutProps<"/[tenant]/approvals">) {
  return <Words of={["approvals", "act-as", "devices", "security"]}>{children}</Words>;
}
