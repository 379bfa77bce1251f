import 'dart:convert';

import 'package:flutter/material.dart';
import 'package:permission_handler/permission_handler.dart';
import 'package:url_launcher/url_launcher.dart';
import 'package:webview_flutter/webview_flutter.dart';
import 'package:webview_flutter_android/webview_flutter_android.dart';

import 'token_source.dart';

const service = 'https://vouchers.example.com';

/// The screens that a push message may open. Anything else opens home.
final _screen = RegExp(r'^(wallet(/history)?|(vouchers|merchants|redemptions)/[0-9a-f-]{36})$');

class VouchersPage extends StatefulWidget {
  const VouchersPage({super.key, this.path = ''});

  /// The first screen, for example `vouchers/<id>`.
  final String path;

  @override
  State<VouchersPage> createState() => _VouchersPageState();
}

class _VouchersPageState extends State<VouchersPage> {
  late final WebViewController _controller;

  @override
  void initState() {
    super.initState();
    _controller = WebViewController()
      ..setJavaScriptMode(JavaScriptMode.unrestricted)
      ..addJavaScriptChannel('CounterfoilHost', onMessageReceived: (message) => _receive(message.message))
      ..setNavigationDelegate(NavigationDelegate(onNavigationRequest: _decide));
    final platform = _controller.platform;
    if (platform is AndroidWebViewController) {
      platform.setGeolocationPermissionsPromptCallbacks(onShowPrompt: (request) async {
        final isService = Uri.parse(request.origin).origin == service;
        final isGranted = isService && await Permission.locationWhenInUse.request().isGranted;
        return GeolocationPermissionsResponse(allow: isGranted, retain: false);
      });
    }
    final path = _screen.hasMatch(widget.path) ? widget.path : '';
    // The webview asks the channel for the token, so it is in no address.
    _controller.loadRequest(Uri.parse('$service/app/$path?close=true'));
  }

  Future<void> _receive(String json) async {
    final message = jsonDecode(json) as Map<String, dynamic>;
    switch (message['type']) {
      case 'counterfoil:token-needed':
        try {
          await _controller.runJavaScript('Counterfoil.setToken(${jsonEncode(await freshToken())})');
        } catch (error) {
          // The webview offers the user a retry.
          debugPrint('no token: $error');
        }
      case 'counterfoil:redeemed':
        debugPrint('redeemed ${message['voucherId']}');
      case 'counterfoil:navigated':
        debugPrint('screen ${message['path']}');
      case 'counterfoil:closed':
        _close();
    }
  }

  /// Maps and all other links open in their own apps.
  NavigationDecision _decide(NavigationRequest request) {
    if (request.url.startsWith('$service/app/')) return NavigationDecision.navigate;
    launchUrl(Uri.parse(request.url), mode: LaunchMode.externalApplication).ignore();
    return NavigationDecision.prevent;
  }

  void _close() {
    if (mounted) Navigator.of(context).pop();
  }

  @override
  Widget build(BuildContext context) {
    return PopScope(
      canPop: false,
      onPopInvokedWithResult: (didPop, _) async {
        if (didPop) return;
        if (await _controller.canGoBack()) {
          await _controller.goBack();
        } else {
          _close();
        }
      },
      child: Scaffold(body: SafeArea(child: WebViewWidget(controller: _controller))),
    );
  }
}
