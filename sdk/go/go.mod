module example.com/counterfoil

go 1.19
