import { Words } from "@/app/_words/words";

export default function NotificationsLayout({ children }: LayoutProps<"/[tenant]/notifications">) {
  return <Words of="notifications">{children}</Words>;
}
