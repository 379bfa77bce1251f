import 'package:flutter/material.dart';

import 'vouchers_page.dart';

void main() => runApp(const MaterialApp(title: 'Acme Pay', home: HomePage()));

class HomePage extends StatelessWidget {
  const HomePage({super.key});

  @override
  Widget build(BuildContext context) {
    return Scaffold(
      appBar: AppBar(title: const Text('Acme Pay')),
      body: Center(
        child: FilledButton(
          onPressed: () => Navigator.of(context).push(MaterialPageRoute<void>(builder: (_) => const VouchersPage())),
          child: const Text('Vouchers'),
        ),
      ),
    );
  }
}
