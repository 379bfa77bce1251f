import 'dart:async';
import 'dart:convert';

import 'package:webview_flutter/webview_flutter.dart';

import 'vouchers_page.dart';

/// Call it when the user signs out: a webview that nobody sees deletes what the phone keeps of them.
Future<void> signOutOfVouchers() async {
  final done = Completer<void>();
  final controller = WebViewController();
  await controller.setJavaScriptMode(JavaScriptMode.unrestricted);
  await controller.addJavaScriptChannel('CounterfoilHost', onMessageReceived: (message) {
    final type = (jsonDecode(message.message) as Map<String, dynamic>)['type'];
    if (type == 'counterfoil:signed-out' && !done.isCompleted) done.complete();
  });
  await controller.setNavigationDelegate(NavigationDelegate(
    onPageFinished: (_) => controller.runJavaScript('Counterfoil.signOut()').ignore(),
  ));
  await controller.loadRequest(Uri.parse('$service/app/'));
  await done.future.timeout(const Duration(seconds: 10));
}
