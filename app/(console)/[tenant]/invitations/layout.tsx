import { Words } from "@/app/_words/words";

export default function InvitationsLayout({ children }: LayoutProps<"/[tenant]/invitations">) {
  return <Words of="invitations">{children}</Words>;
}
