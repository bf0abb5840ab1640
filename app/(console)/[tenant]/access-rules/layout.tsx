import { Words } from "@/app/_words/words";

export default function AccessRulesLayout({ children }: LayoutProps<"/[tenant]/access-rules">) {
  return <Words of={["access-rules", "rule-types"]}>{children}</Words>;
}
