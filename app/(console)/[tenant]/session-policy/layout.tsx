import { Words } from "@/app/_words/words";

export default function SessionPolicyLayout({ children }: LayoutProps<"/[tenant]/session-policy">) {
  return <Words of="session-policy">{children}</Words>;
}
